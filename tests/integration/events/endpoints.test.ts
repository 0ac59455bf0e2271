import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, PATCH } from "@/app/api/v1/events/[eventId]/route";
import { GET, POST } from "@/app/api/v1/events/route";
import type { EventResponse, EventsResponse } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { recordEvent } from "@/lib/services/events/record-event";
import { setServerClock } from "@/tests/support/server/server-clock";
import {
  openStoredFixture,
  fixtureNowMs,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const hourMs = 3_600_000;
const unknownId = "01900000-0000-7000-8000-000000000000";
let stage: StoredFixture;

beforeAll(async () => {
  const models = ["chat", "other"];
  stage = await openStoredFixture(
    writeRunningGauges(models.map((model) => ({ model, job: model, instance: `${model}:1` }))),
  );
  await stage.begin();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 2, isStored: true });
});

beforeEach(() => setServerClock(fixtureNowMs));
afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };
let serial = 0;

function request(method: string, path: string, more: Record<string, string>, body: unknown): Request {
  const withBody = method === "GET" ? {} : { body: JSON.stringify(body) };
  return new Request(`http://localhost:3000/api/v1/events${path}`, {
    method,
    headers: { ...headers, ...more },
    ...withBody,
  });
}

const nowhere = { params: Promise.resolve({}) };

function post(body: unknown, key = `events-test-${(serial += 1)}`): Promise<Response> {
  return POST(request("POST", "", { "idempotency-key": key }, body), nowhere);
}

function get(query: Record<string, string> = {}): Promise<Response> {
  return GET(request("GET", `?${new URLSearchParams(query).toString()}`, {}, undefined), nowhere);
}

function change(
  endpoint: typeof PATCH,
  id: string,
  version: string | null,
  body: unknown = {},
): Promise<Response> {
  const method = endpoint === PATCH ? "PATCH" : "DELETE";
  const more: Record<string, string> = version === null ? {} : { "if-match": version };
  return endpoint(request(method, `/${id}`, more, body), { params: Promise.resolve({ eventId: id }) });
}

async function made(body: unknown): Promise<ChangeEvent> {
  const response = await post(body);
  expect(response.status).toBe(201);
  return ((await response.json()) as EventResponse).event;
}

async function listed(query: Record<string, string> = {}): Promise<EventsResponse> {
  const response = await get(query);
  expect(response.status).toBe(200);
  return (await response.json()) as EventsResponse;
}

async function summaryOf(response: Response): Promise<readonly [number, string, string]> {
  const problem = (await response.json()) as Problem;
  return [response.status, problem.code, problem.detail];
}

const titles = ({ events }: EventsResponse): readonly string[] => events.map(({ title }) => title);

describe("creating events", () => {
  test("creates a deploy for one deployment at the current time", async () => {
    const event = await made({ kind: "deploy", title: "  chat 2.4.1 ", deployment: "chat" });
    expect(event).toMatchObject({
      kind: "deploy",
      title: "chat 2.4.1",
      deployment: "chat",
      origin: "api",
      author: "operator",
      endMs: null,
      version: 1,
    });
    expect(event.atMs).toBeGreaterThanOrEqual(fixtureNowMs);
    expect(titles(await listed({ deployment: "chat", to: "now", from: "now-1h" }))).toContain("chat 2.4.1");
    expect(titles(await listed({ deployment: "other" }))).not.toContain("chat 2.4.1");
  });

  test("creates an event for all deployments", async () => {
    await made({ kind: "comment", title: "network change" });
    expect(titles(await listed({ deployment: "other" }))).toContain("network change");
    expect(titles(await listed({ deployment: "chat" }))).toContain("network change");
  });

  test("creates one event for two requests with the same key", async () => {
    const body = { kind: "deploy", title: "only once" };
    const [first, second] = await Promise.all([post(body, "one-key-only"), post(body, "one-key-only")]);
    expect(await first.json()).toEqual(await second.json());
    expect(titles(await listed()).filter((title) => title === "only once")).toHaveLength(1);
  });

  test.each([
    "<img src=x onerror=alert(1)>",
    "'); drop table events; --",
    "{{7*7}} ${process.env} %00 ../../etc/passwd",
    '=HYPERLINK("http://evil")',
    "größer 東京 👩‍💻",
  ])("returns hostile and non-Latin text unchanged: %s", async (title) => {
    expect((await made({ kind: "comment", title })).title).toBe(title);
  });
});

describe("rejected requests", () => {
  const at = fixtureNowMs;
  const cases: readonly (readonly [string, unknown, number, RegExp])[] = [
    ["an unknown kind", { kind: "party", title: "x" }, 400, /kind/],
    ["a source version, which can only be detected", { kind: "source-version", title: "x" }, 400, /kind/],
    ["no title", { kind: "deploy" }, 400, /title/],
    ["an empty title", { kind: "deploy", title: " " }, 400, /Describe what happened/],
    [
      "too long a title",
      { kind: "deploy", title: "x".repeat(301) },
      400,
      /at most 300 characters, but has 301/,
    ],
    ["two lines", { kind: "deploy", title: "a\nb" }, 400, /Must be one line/],
    ["a NUL", { kind: "deploy", title: "a\u0000b" }, 400, /control/],
    ["text that turns its direction", { kind: "deploy", title: "a\u202eb" }, 400, /direction/],
    ["an unknown deployment", { kind: "deploy", title: "x", deployment: "unknown" }, 404, /unknown/],
    [
      "a deployment that is not a slug",
      { kind: "deploy", title: "x", deployment: "../x" },
      400,
      /deployment/,
    ],
    ["a time that is text", { kind: "deploy", title: "x", atMs: "yesterday" }, 400, /atMs/],
    ["a time beyond all calendars", { kind: "deploy", title: "x", atMs: 9e15 }, 400, /atMs/],
    ["a deploy of tomorrow", { kind: "deploy", title: "x", atMs: at + 24 * hourMs }, 400, /future/],
    ["a deploy with an end", { kind: "deploy", title: "x", endMs: at }, 400, /endMs/],
    ["an exclusion without a reason", { kind: "exclusion", title: "x" }, 400, /reason/],
    [
      "a reversed exclusion",
      { kind: "exclusion", reason: "incident", title: "x", atMs: at, endMs: at - 1 },
      400,
      /after the start/,
    ],
    [
      "an exclusion of five years",
      { kind: "exclusion", reason: "incident", title: "x", atMs: at - 5 * 365 * 24 * hourMs, endMs: at },
      400,
      /31 days/,
    ],
    ["an unknown field", { kind: "deploy", title: "x", id: unknownId }, 400, /id/],
    ["a derived origin", { kind: "deploy", title: "x", origin: "derived" }, 400, /origin/],
    ["a body of 20 kB", { kind: "deploy", title: "x".repeat(20_000) }, 413, /bytes/],
  ];
  test.each(cases)("%s", async (_name, body, status, detail) => {
    const [gotStatus, , gotDetail] = await summaryOf(await post(body));
    expect([gotStatus, gotDetail]).toEqual([status, expect.stringMatching(detail)]);
  });

  test.each([
    ["#/atMs", { kind: "deploy", title: "x", atMs: at + 24 * hourMs }],
    ["#/endMs", { kind: "exclusion", reason: "incident", title: "x", atMs: at, endMs: at - 1 }],
    ["#/title", { kind: "deploy", title: "" }],
  ])("names the invalid field %s, so that the form shows the error there", async (pointer, body) => {
    const { errors, detail } = (await (await post(body)).json()) as Problem;
    expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
    expect(detail).toContain(errors?.[0]?.detail);
  });

  test("rejects creation without a key", async () => {
    const response = await POST(request("POST", "", {}, { kind: "deploy", title: "x" }), nowhere);
    expect((await summaryOf(response))[1]).toBe("precondition-required");
  });

  test.each([
    ["a reversed window", { from: "now", to: "now-1h" }],
    ["a window of five years", { from: "now-260w", to: "now" }],
    ["a window that is not a time", { from: "yesterday" }],
    ["an unknown kind", { kinds: "deploy,party" }],
    ["a limit of a million", { limit: "1000000" }],
    ["an invalid cursor", { cursor: "1_------------------------------------" }],
  ])("reading %s", async (_name, query) => {
    expect((await summaryOf(await get(query as Record<string, string>))).slice(0, 2)).toEqual([
      400,
      "invalid-input",
    ]);
  });

  test("reading an unknown deployment", async () => {
    expect((await summaryOf(await get({ deployment: "unknown" })))[1]).toBe("not-found");
  });
});

describe("windows", () => {
  test("select point events in the half-open interval, and exclusions that overlap it", async () => {
    const startMs = Date.UTC(2026, 5, 1);
    const endMs = startMs + hourMs;
    const location = { deployment: "other" };
    await made({ kind: "comment", title: "at start", atMs: startMs, ...location });
    await made({ kind: "comment", title: "at end", atMs: endMs, ...location });
    const exclusion = { kind: "exclusion", reason: "maintenance", ...location };
    await made({ ...exclusion, title: "ends at start", atMs: startMs - hourMs, endMs: startMs });
    await made({ ...exclusion, title: "reaches in", atMs: startMs - hourMs, endMs: startMs + 1 });
    await made({ ...exclusion, title: "around", atMs: startMs - hourMs, endMs: endMs + hourMs });
    const open = await made({ ...exclusion, title: "still open", atMs: startMs - 2 * hourMs });
    const window = { from: String(startMs), to: String(endMs), deployment: "other" };
    expect(titles(await listed(window)).toSorted()).toEqual([
      "around",
      "at start",
      "reaches in",
      "still open",
    ]);
    expect(titles(await listed({ ...window, kinds: "comment" }))).toEqual(["at start"]);

    const closed = await change(PATCH, open.id, '"1"', { endMs: startMs - hourMs });
    expect(closed.status).toBe(200);
    expect(titles(await listed(window))).not.toContain("still open");
  });

  test("are read in pages, newest first, without duplicates", async () => {
    const startMs = Date.UTC(2026, 6, 1);
    for (let index = 0; index < 7; index += 1)
      await made({ kind: "comment", title: `page ${index}`, atMs: startMs + Math.floor(index / 3) * 1_000 });
    const window = { from: String(startMs), to: String(startMs + hourMs), limit: "2" };
    const allEvents: ChangeEvent[] = [];
    let page = await listed(window);
    allEvents.push(...page.events);
    while (page.nextCursor !== null) {
      page = await listed({ ...window, cursor: page.nextCursor });
      allEvents.push(...page.events);
    }
    expect(new Set(allEvents.map(({ id }) => id)).size).toBe(7);
    expect(allEvents).toHaveLength(7);
    expect(allEvents.map(({ atMs }) => atMs)).toEqual(
      allEvents.map(({ atMs }) => atMs).toSorted((a, b) => b - a),
    );
  });
});

describe("editing and deleting", () => {
  test("require the current version, and reject the second of two edits", async () => {
    const { id } = await made({ kind: "deploy", title: "first words" });
    const edited = await change(PATCH, id, '"1"', { title: "mine", deployment: "chat" });
    expect(((await edited.json()) as EventResponse).event).toMatchObject({
      title: "mine",
      deployment: "chat",
      version: 2,
    });
    expect((await summaryOf(await change(PATCH, id, '"1"', { title: "theirs" }))).slice(0, 2)).toEqual([
      412,
      "precondition-failed",
    ]);
    expect((await summaryOf(await change(DELETE, id, '"1"')))[0]).toBe(412);
    expect((await summaryOf(await change(DELETE, id, null)))[0]).toBe(428);
    const deleted = await change(DELETE, id, '"2"');
    expect(await deleted.json()).toMatchObject({ deletedId: id });
    expect((await summaryOf(await change(DELETE, id, '"2"')))[0]).toBe(404);
  });

  test("accept one of twenty concurrent edits of one version", async () => {
    const { id } = await made({ kind: "comment", title: "contended" });
    // After a timeout the client repeats the request, as the response suggests. The first request may have succeeded.
    let unsure = 0;
    const edit = async (title: string): Promise<number> => {
      const { status } = await change(PATCH, id, '"1"', { title });
      if (status < 500) return status;
      unsure += 1;
      return edit(title);
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => edit(String(index))));
    const won = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 412)).toHaveLength(20 - won);
    expect(won).toBeLessThanOrEqual(1);
    expect(won).toBeGreaterThanOrEqual(unsure === 0 ? 1 : 0);
    expect((await getDatabase().event.findUniqueOrThrow({ where: { id } })).version).toBe(2);
  });

  test("keep fields that are absent, and validate like a new event", async () => {
    const atMs = Date.UTC(2026, 7, 1);
    const { id } = await made({
      kind: "exclusion",
      reason: "incident",
      title: "kept",
      atMs,
      endMs: atMs + 1,
    });
    expect((await summaryOf(await change(PATCH, id, '"1"', { endMs: atMs - 1 })))[2]).toMatch(
      /after the start/,
    );
    expect((await summaryOf(await change(PATCH, id, '"1"', {})))[0]).toBe(400);
    expect((await summaryOf(await change(PATCH, id, '"1"', { kind: "deploy" })))[0]).toBe(400);
    const reopened = await change(PATCH, id, '"1"', { endMs: null });
    expect(((await reopened.json()) as EventResponse).event).toMatchObject({
      title: "kept",
      reason: "incident",
      atMs,
      endMs: null,
    });
    const deploy = await made({ kind: "deploy", title: "no end" });
    expect((await summaryOf(await change(PATCH, deploy.id, '"1"', { endMs: fixtureNowMs })))[0]).toBe(400);
    expect((await summaryOf(await change(PATCH, deploy.id, '"1"', { reason: "incident" })))[0]).toBe(400);
  });

  test("reject derived events", async () => {
    const { id: deploymentId } = await resolveDeployment("chat", allSources);
    await writeChange(systemPrincipal, "test", (transaction) =>
      recordEvent(transaction, {
        kind: "scaling",
        atMs: fixtureNowMs - 1_000,
        title: "3 → 4 instances",
        sourceId: null,
        deploymentId,
        fromValue: "3",
        toValue: "4",
        deduplicationKey: "test derived",
      }),
    );
    const { events } = await listed({ kinds: "scaling", deployment: "chat" });
    expect(events).toMatchObject([{ title: "3 → 4 instances", origin: "derived", author: "system" }]);
    const id = events[0]!.id;
    expect((await summaryOf(await change(PATCH, id, '"1"', { title: "x" }))).slice(0, 2)).toEqual([
      409,
      "read-only",
    ]);
    expect((await summaryOf(await change(DELETE, id, '"1"'))).slice(0, 2)).toEqual([409, "read-only"]);
  });

  test("return 404 for an unknown id and 400 for a malformed id", async () => {
    expect((await summaryOf(await change(PATCH, unknownId, '"1"', { title: "x" })))[0]).toBe(404);
    expect((await summaryOf(await change(PATCH, "1 or 1=1", '"1"', { title: "x" })))[0]).toBe(400);
  });
});

import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { GET as LIST } from "@/app/api/v1/deployments/route";
import { POST as PREVIEW } from "@/app/api/v1/discovery/preview/route";
import { GET } from "@/app/api/v1/discovery/route";
import { GET as OVERVIEW } from "@/app/api/v1/overview/route";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import type {
  DiscoveryResponse,
  DiscoveryPreviewResponse,
  ReviewableDeployment,
  ReviewResponse,
} from "@/lib/contracts/discovery";
import type { JudgedRow, OverviewResponse } from "@/lib/contracts/overview";
import type { SignalId } from "@/lib/model/signals/signals";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { recordEvent } from "@/lib/services/events/record-event";
import {
  writeGaugeLines,
  openStoredFixture,
  fixtureNowMs,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;
const running = { "chat:1": 3, "chat:2": 4, "code:1": 5, "gate:1": 7 } as const;

beforeAll(async () => {
  stage = await openStoredFixture(exposition());
});

/** Two servers of chat, one of code, and a gateway in front of chat, over the last five minutes. */
function exposition(): string {
  const gauge = (instance: keyof typeof running, model: string): string =>
    writeGaugeLines(
      "vllm:num_requests_running",
      `model_name="${model}",job="${model}",instance="${instance}"`,
      running[instance],
    ).join("\n");
  const gateway = writeGaugeLines(
    "dynamo_frontend_model_ready",
    'model="org/Chat",job="gate",instance="gate:1"',
    1,
  ).join("\n");
  return [
    "# TYPE vllm:num_requests_running gauge",
    gauge("chat:1", "chat"),
    gauge("chat:2", "chat"),
    gauge("code:1", "code"),
    "# TYPE dynamo_frontend_model_ready gauge",
    gateway,
    "# EOF\n",
  ].join("\n");
}

beforeEach(async () => {
  await stage.begin();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 3, isStored: true });
});

afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };
const nowhere = { params: Promise.resolve({}) };

async function discovery(): Promise<DiscoveryResponse> {
  const response = await GET(new Request("http://localhost:3000/api/v1/discovery", { headers }), nowhere);
  expect(response.status).toBe(200);
  return (await response.json()) as DiscoveryResponse;
}

async function proposalOf(slug: string): Promise<ReviewableDeployment> {
  const found = (await discovery()).deployments.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no reviewable deployment ${slug}`);
  return found;
}

function patch(id: string, version: number, body: unknown): Promise<Response> {
  return PATCH(
    new Request(`http://localhost:3000/api/v1/deployments/${id}`, {
      method: "PATCH",
      headers: { ...headers, "if-match": `"${version}"` },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ deploymentId: id }) },
  );
}

async function reviewed(slug: string, body: unknown): Promise<ReviewableDeployment> {
  const { id, version } = await proposalOf(slug);
  const response = await patch(id, version, body);
  const answer = (await response.json()) as ReviewResponse;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.deployment;
}

async function refused(slug: string, body: unknown): Promise<Problem> {
  const { id, version } = await proposalOf(slug);
  const response = await patch(id, version, body);
  expect(response.status).toBeGreaterThanOrEqual(400);
  return (await response.json()) as Problem;
}

async function preview(body: unknown): Promise<DiscoveryPreviewResponse> {
  const request = new Request("http://localhost:3000/api/v1/discovery/preview", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await PREVIEW(request, nowhere);
  expect(response.status).toBe(200);
  return (await response.json()) as DiscoveryPreviewResponse;
}

function signalOf(
  { signals }: DiscoveryPreviewResponse,
  id: SignalId,
): DiscoveryPreviewResponse["signals"][number] {
  const found = signals.find(({ signal }) => signal === id);
  if (found === undefined) throw new Error(`no signal ${id}`);
  return found;
}

async function listed(): Promise<DeploymentsResponse["deployments"]> {
  const response = await LIST(new Request("http://localhost:3000/api/v1/deployments", { headers }), nowhere);
  return ((await response.json()) as DeploymentsResponse).deployments;
}

/** Running requests in the overview row of the deployment, once the row is read. */
const runningOf = async (slug: string): Promise<unknown> => (await judgedRowOf(slug)).readings.running;

async function judgedRowOf(slug: string): Promise<JudgedRow> {
  const request = new Request("http://localhost:3000/api/v1/overview?from=now-15m&to=now", { headers });
  return vi.waitFor(async () => {
    const { deployments } = (await (await OVERVIEW(request, nowhere)).json()) as OverviewResponse;
    const row = deployments.find((one) => one.slug === slug);
    if (row?.state !== "judged") throw new Error(`${slug} is ${row?.state}`);
    return row;
  }, 30_000);
}

test("summarises sources, and shows proposed deployments before they are accepted", async () => {
  const { sources, deployments } = await discovery();
  expect(sources).toMatchObject([{ slug: "prometheus", instanceCount: 4 }]);
  expect(deployments.map(({ slug, review, managedBy }) => [slug, review, managedBy])).toEqual([
    ["chat", "proposed", "discovered"],
    ["chat-2", "proposed", "discovered"],
    ["code", "proposed", "discovered"],
  ]);
  expect((await listed()).every(({ isListed }) => isListed)).toBe(true);
});

test("keeps an edited title through discovery, and redirects the former slug", async () => {
  const renamed = await reviewed("chat", { title: "Support chat" });
  expect(renamed).toMatchObject({
    slug: "support-chat",
    title: "Support chat",
    discoveredTitle: "chat",
    managedBy: "person",
    formerSlugs: ["chat"],
    version: 2,
  });
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({
    slug: "support-chat",
    title: "Support chat",
  });
  const back = await reviewed("support-chat", { title: null });
  expect(back).toMatchObject({ slug: "chat", title: "chat", managedBy: "discovered" });
  expect(await resolveDeployment("support-chat", allSources)).toMatchObject({ slug: "chat" });
});

test("overrides the limits of one deployment, with the origin of each limit, and restores the defaults", async () => {
  const edited = await reviewed("chat", { limits: { ttftP95Seconds: 2 } });
  expect(edited).toMatchObject({
    managedBy: "person",
    limits: {
      ttftP95Seconds: { value: 2, setBy: "person" },
      errorRatio: { value: 0.001, setBy: "default" },
    },
  });
  await discoverDeployments();
  const limits = async () =>
    Object.fromEntries((await listed()).map((one) => [one.slug, one.limits.ttftP95Seconds]));
  expect(await limits()).toEqual({ chat: 2, "chat-2": 1, code: 1 });
  expect([(await judgedRowOf("chat")).limits, (await judgedRowOf("code")).limits]).toMatchObject([
    { ttftP95Seconds: 2, meanTpotSeconds: 0.05 },
    { ttftP95Seconds: 1, meanTpotSeconds: 0.05 },
  ]);
  expect(await reviewed("chat", { limits: null })).toMatchObject({
    managedBy: "discovered",
    limits: { ttftP95Seconds: { value: 1, setBy: "default" } },
  });
  expect(await limits()).toEqual({ chat: 1, "chat-2": 1, code: 1 });
});

test.each([
  [{ ttftP95Seconds: 0 }, /above 0/],
  [{ errorRatio: 5 }, /at most 1/],
  [{ meanTpotSeconds: "fast" }, /number of seconds/],
  [{ ttftP95: 1 }, /ttftP95/],
])("refuses the limits %j", async (limits, detail) => {
  expect(await refused("chat", { limits })).toMatchObject({
    code: "invalid-input",
    detail: expect.stringMatching(detail),
  });
});

test("rejects a title that another deployment uses, but allows titles with the same slug", async () => {
  for (const title of ["code", "Code"])
    expect(await refused("chat", { title })).toMatchObject({
      code: "invalid-input",
      detail: expect.stringContaining("The title “code” is already used by code"),
    });
  expect(await reviewed("chat", { title: "code!" })).toMatchObject({ title: "code!", slug: "code-2" });
  await reviewed("code", { review: "hidden" });
  expect(await reviewed("code-2", { title: "CODE" })).toMatchObject({ title: "CODE" });
  // Neither can a hidden deployment with the same title be shown again.
  expect(await refused("code", { review: "accepted" })).toMatchObject({
    detail: expect.stringMatching(
      /The title “CODE” is already used by .*Titles that differ only in letter case are treated as equal\.$/,
    ),
  });
  const { slug } = (await discovery()).deployments.find(({ title }) => title === "CODE")!;
  expect(await reviewed(slug, { title: "Code" })).toMatchObject({ title: "Code" });
  expect(await reviewed(slug, { title: null })).toMatchObject({ title: "chat", slug: "chat" });
  expect(await reviewed("code", { review: "accepted" })).toMatchObject({ review: "accepted" });
});

test("stores edited selectors next to the discovered ones, and keeps them through discovery", async () => {
  const pools = [{ role: "both", selectors: [{ model_name: "chat", instance: "chat:1" }] }];
  const edited = await reviewed("chat", { pools });
  expect(edited.pools).toEqual(pools);
  expect(edited.discoveredPools).toEqual([
    { role: "both", selectors: [{ model_name: "chat", job: "chat" }] },
  ]);
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ pools, instances: ["chat:1"] });
  const elsewhere = [{ role: "both", selectors: [{ model_name: "code" }] }];
  await reviewed("chat", { pools: elsewhere });
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ instances: ["code:1"] });
  expect((await proposalOf("chat")).overlaps).toMatchObject([{ slug: "code" }]);
  const back = await reviewed("chat", { pools: null });
  expect(back).toMatchObject({ discoveredPools: null, managedBy: "discovered" });
});

test("previews an edit before it is saved", async () => {
  const { id } = await proposalOf("chat");
  const current = await preview({ deploymentId: id });
  expect(current.instances).toEqual(["chat:1", "chat:2"]);
  expect(signalOf(current, "running").headline).toMatchObject({ kind: "present", value: 7 });
  expect(signalOf(current, "running").values.at(-1)).toBe(7);
  const pools = [{ role: "both", selectors: [{ model_name: "chat", instance: "chat:2" }] }];
  const narrowed = await preview({ deploymentId: id, pools });
  expect(signalOf(narrowed, "running").headline).toMatchObject({ kind: "present", value: 4 });
  expect(signalOf(narrowed, "ttft").headline).toMatchObject({ kind: "absent" });
  const code = await proposalOf("code");
  const merged = await preview({ deploymentId: id, mergeWith: [code.id] });
  expect(signalOf(merged, "running").headline).toMatchObject({ kind: "present", value: 12 });
  const nothing = await preview({
    deploymentId: id,
    pools: [{ role: "both", selectors: [{ model_name: 'no "such" \\ model\n' }] }],
  });
  expect(nothing.instances).toEqual([]);
  expect(signalOf(nothing, "running").headline.kind).toBe("absent");
  expect((await resolveDeployment("chat", allSources)).pools[0]?.selectors).toEqual([
    { model_name: "chat", job: "chat" },
  ]);
});

const wrong: readonly (readonly [unknown, RegExp])[] = [
  [{ pools: [] }, /1 to 8 pools/],
  [{ pools: [{ role: "router", selectors: [{ job: "x" }] }] }, /serve the model/],
  [{ pools: [{ role: "both", selectors: [{}] }] }, /at least one label with a value/],
  [{ pools: [{ role: "both", selectors: [{ "a b": "x" }] }] }, /not a valid label name/],
  [{ pools: [{ role: "both", selectors: [{ __name__: "x" }] }] }, /Remove __name__/],
  [{ pools: [{ role: "both", selectors: [{ job: "x".repeat(300) }] }] }, /300 characters/],
  [{ title: " " }, /Must not be empty/],
  [{ title: "a\nb" }, /Must be one line/],
  [{ title: "x".repeat(101) }, /at most 100/],
  [{}, /specify at least one field/],
  [{ review: "gone" }, /review/],
  [{ role: "router" }, /role requires mergedInto/],
];

test("rejects invalid edits with a reason and without changes", async () => {
  const before = await proposalOf("chat");
  for (const [body, detail] of wrong)
    expect(await refused("chat", body)).toMatchObject({
      code: "invalid-input",
      detail: expect.stringMatching(detail),
    });
  expect(await proposalOf("chat")).toEqual(before);
});

test("rejects an edit of an outdated version", async () => {
  const { id, version } = await proposalOf("chat");
  expect((await patch(id, version, { review: "accepted" })).status).toBe(200);
  expect((await patch(id, version, { review: "hidden" })).status).toBe(412);
  expect((await patch("01900000-0000-7000-8000-000000000000", 1, { review: "hidden" })).status).toBe(404);
});

test("hides a deployment from pickers, but keeps its address", async () => {
  await reviewed("code", { review: "hidden" });
  await discoverDeployments();
  expect((await listed()).find(({ slug }) => slug === "code")).toMatchObject({ isListed: false });
  expect(await resolveDeployment("code", allSources)).toMatchObject({ slug: "code", review: "hidden" });
});

test("combines series, instances, events and links after a merge, and separates them after a split", async () => {
  await reviewed("code", { title: "Coder" });
  await reviewed("coder", { title: null });
  const [chat, code] = [await proposalOf("chat"), await proposalOf("code")];
  await writeChange(systemPrincipal, "test", (transaction) =>
    recordEvent(transaction, {
      kind: "scaling",
      atMs: fixtureNowMs - 1_000,
      title: "1 → 2 instances",
      sourceId: null,
      deploymentId: code.id,
      fromValue: "1",
      toValue: "2",
      deduplicationKey: "test",
    }),
  );
  expect(await runningOf("chat")).toMatchObject({ value: 7 });
  const now = new Date(fixtureNowMs);
  const { id: investigationId } = await getDatabase().investigation.create({
    data: {
      title: "TTFT of code",
      severity: 2,
      tags: [],
      opening: { kind: "person", path: null },
      author: "operator",
      createdAt: now,
      updatedAt: now,
      deployments: { create: { deploymentId: code.id } },
    },
  });
  const part = await reviewed("code", { mergedInto: chat.id });
  expect(await runningOf("chat")).toMatchObject({ value: 12 });
  expect(part.mergedInto).toMatchObject({ slug: "chat" });
  const own = [{ role: "both", selectors: [{ model_name: "chat", job: "chat" }] }];
  const joined = await proposalOf("chat");
  expect(joined).toMatchObject({
    parts: [{ slug: "code" }],
    instances: ["chat:1", "chat:2", "code:1"],
    editablePools: own,
  });
  expect(joined.pools).toEqual((await resolveDeployment("chat", allSources)).pools);
  await discoverDeployments();
  const current = await resolveDeployment("code", allSources);
  expect(current).toMatchObject({ slug: "chat", instances: ["chat:1", "chat:2", "code:1"] });
  expect(current.pools).toEqual([
    {
      role: "both",
      selectors: [
        { model_name: "chat", job: "chat" },
        { model_name: "code", job: "code" },
      ],
    },
  ]);
  expect((await getDatabase().event.findFirstOrThrow()).deploymentId).toBe(chat.id);
  const linked = await getDatabase().investigationDeployment.findMany({ where: { investigationId } });
  expect(new Set(linked.map(({ deploymentId }) => deploymentId))).toEqual(new Set([chat.id, code.id]));
  expect((await listed()).map(({ slug }) => slug)).not.toContain("code");
  expect(await resolveDeployment("coder", allSources)).toMatchObject({ slug: "chat" });

  await reviewed("code", { mergedInto: null });
  expect(await proposalOf("chat")).toMatchObject({ instances: ["chat:1", "chat:2"], pools: own });
  expect(await runningOf("chat")).toMatchObject({ value: 7 });
  expect(await resolveDeployment("code", allSources)).toMatchObject({ slug: "code", instances: ["code:1"] });
  expect(await resolveDeployment("coder", allSources)).toMatchObject({ slug: "code" });
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ instances: ["chat:1", "chat:2"] });
});

test("detects a gateway in front of an engine, and merges it as a router without mixing series", async () => {
  expect(await proposalOf("chat")).toMatchObject({ gateways: [{ slug: "chat-2" }] });
  const chat = await proposalOf("chat");
  expect(await proposalOf("chat-2")).toMatchObject({ backends: [{ slug: "chat" }] });
  expect((await refused("chat-2", { mergedInto: chat.id })).detail).toMatch(/as the router/);
  await reviewed("chat-2", { mergedInto: chat.id, role: "router" });
  const current = await resolveDeployment("chat", allSources);
  expect(current.pools.map(({ role }) => role)).toEqual(["both", "router"]);
  expect(current.instances).toEqual(["chat:1", "chat:2"]);
  const instances = await preview({ deploymentId: chat.id });
  expect(signalOf(instances, "running").headline).toMatchObject({ kind: "present", value: 7 });
});

test("rejects impossible merges with a reason", async () => {
  const chat = await proposalOf("chat");
  expect((await refused("chat", { mergedInto: chat.id })).detail).toMatch(/into itself/);
  const gateway = await proposalOf("chat-2");
  expect((await refused("code", { mergedInto: gateway.id })).detail).toMatch(/same engine/);
  await reviewed("code", { mergedInto: chat.id });
  const code = await proposalOf("code");
  expect((await refused("chat", { mergedInto: code.id })).detail).toMatch(/part of another/);
});

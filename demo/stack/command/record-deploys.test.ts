import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { recordDeploys } from "./record-deploys";

const dayMs = 86_400_000;
const scenarioStartMs = Date.UTC(2026, 10, 20, 14, 3, 7);
let server: Server | undefined;
afterEach(() => server?.close());

interface RecordedEvent {
  readonly title: string;
  readonly atMs: number;
  readonly deployment: string;
  readonly kind: string;
}

/**
 * Events endpoint that is unavailable at first, knows the deployment from the third request on, and refuses its first
 * events.
 */
async function startEndpoint({ refusalCount = 0, refusalStatus = 409 } = {}): Promise<{
  readonly appUrl: string;
  readonly events: RecordedEvent[];
  readonly keys: string[];
}> {
  const events: RecordedEvent[] = [];
  const keys: string[] = [];
  let requestCount = 0;
  server = createServer((request, response) => {
    requestCount += 1;
    if (request.method === "GET") {
      if (requestCount === 1) return response.writeHead(503).end("unavailable");
      response.statusCode = requestCount > 2 ? 200 : 404;
      return response.end(JSON.stringify({ events }));
    }
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    return request.once("end", () => {
      keys.push(String(request.headers["idempotency-key"]));
      if (keys.length <= refusalCount) return response.writeHead(refusalStatus).end("{}");
      events.push(JSON.parse(body) as RecordedEvent);
      return response.writeHead(201).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  return { appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, events, keys };
}

const moveTitle = "search-30b moved to other hosts";
const causeTitle = "afternoon batch jobs share the hosts of search-30b";
/** A change precedes each of two incidents, a move ends it, and the running problem follows a release. */
const titlesAtStart = [
  causeTitle,
  moveTitle,
  "code-32b release 2",
  causeTitle,
  moveTitle,
  "chat-70b release 2",
];

test("records each deploy of the scenario once, however often the demo starts", async () => {
  const { appUrl, events, keys } = await startEndpoint();
  const logged: string[] = [];
  const recordAt = (nowMs: number): Promise<void> =>
    recordDeploys({
      appUrl,
      scenarioStartMs: scenarioStartMs,
      nowMs,
      log: (line) => logged.push(line),
      signal: new AbortController().signal,
    });
  await recordAt(scenarioStartMs);
  await recordAt(scenarioStartMs + dayMs);
  expect(events.map(({ title }) => title)).toEqual(titlesAtStart);
  expect(events.filter(({ deployment }) => deployment === "code-32b")).toEqual([
    {
      kind: "deploy",
      deployment: "code-32b",
      title: "code-32b release 2",
      atMs: scenarioStartMs - 7 * dayMs,
    },
  ]);
  await recordAt(scenarioStartMs + 7.5 * dayMs);
  expect(events.map(({ title }) => title)).toEqual([
    ...titlesAtStart,
    causeTitle,
    moveTitle,
    "code-32b rolled back",
  ]);
  expect(new Set(keys).size).toBe(9);
  expect(logged).toEqual([]);
});

test.each([
  [409, "a deployment that is not stored yet"],
  [503, "a database that does not respond in time"],
])("with %i, %s is waited for", async (refusalStatus) => {
  const { appUrl, events, keys } = await startEndpoint({ refusalCount: 1, refusalStatus });
  const logged: string[] = [];
  await recordDeploys({
    appUrl,
    scenarioStartMs,
    nowMs: scenarioStartMs,
    log: (line) => logged.push(line),
    signal: new AbortController().signal,
  });
  expect(events.map(({ title }) => title)).toEqual(titlesAtStart);
  // The refused request is repeated with another key.
  expect(new Set(keys).size).toBe(7);
  expect(logged).toEqual([]);
});

test("an application without this endpoint causes one log line and nothing else", async () => {
  server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  const logged: string[] = [];
  await recordDeploys({
    appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scenarioStartMs: scenarioStartMs,
    nowMs: scenarioStartMs,
    log: (line) => logged.push(line),
    signal: new AbortController().signal,
  });
  expect(logged).toEqual([expect.stringContaining("charts will not show the fleet's deploys")]);
});

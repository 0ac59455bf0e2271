import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { recordDeploys } from "./record-deploys";

const dayMs = 86_400_000;
const storyStartMs = Date.UTC(2026, 10, 20, 14, 3, 7);
let server: Server | undefined;
afterEach(() => server?.close());

interface Told {
  readonly title: string;
  readonly atMs: number;
  readonly deployment: string;
  readonly kind: string;
}

/** Events endpoint that knows the deployment from the third request on. */
async function startDoor(): Promise<{
  readonly appUrl: string;
  readonly events: Told[];
  readonly keys: string[];
}> {
  const events: Told[] = [];
  const keys: string[] = [];
  let asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    if (request.method === "GET") {
      response.statusCode = asked > 2 ? 200 : 404;
      return response.end(JSON.stringify({ events }));
    }
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    return request.once("end", () => {
      keys.push(String(request.headers["idempotency-key"]));
      events.push(JSON.parse(body) as Told);
      response.writeHead(201).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  return { appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, events, keys };
}

test("records each deploy of the scenario once, however often the demo starts", async () => {
  const { appUrl, events, keys } = await startDoor();
  const said: string[] = [];
  const tell = (nowMs: number): Promise<void> =>
    recordDeploys({
      appUrl,
      scenarioStartMs: storyStartMs,
      nowMs,
      log: (line) => said.push(line),
      signal: new AbortController().signal,
    });
  await tell(storyStartMs);
  await tell(storyStartMs + dayMs);
  expect(events).toEqual([
    { kind: "deploy", deployment: "code-32b", title: "code-32b release 2", atMs: storyStartMs - 7 * dayMs },
  ]);
  await tell(storyStartMs + 8 * dayMs);
  expect(events.map(({ title }) => title)).toEqual(["code-32b release 2", "code-32b rolled back"]);
  expect(new Set(keys).size).toBe(2);
  expect(said).toEqual([]);
});

test("an application without this endpoint causes one log line and nothing else", async () => {
  server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  const said: string[] = [];
  await recordDeploys({
    appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scenarioStartMs: storyStartMs,
    nowMs: storyStartMs,
    log: (line) => said.push(line),
    signal: new AbortController().signal,
  });
  expect(said).toEqual([expect.stringContaining("charts will not show the fleet's deploys")]);
});

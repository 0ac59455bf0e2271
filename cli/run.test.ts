import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import { run } from "./run";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

/** Starts a server with a fixed response that records the requested paths. */
async function serve(
  status: number,
  body: unknown,
): Promise<{ readonly url: string; readonly requestedPaths: string[]; readonly sentTokens: string[] }> {
  const requestedPaths: string[] = [];
  const sentTokens: string[] = [];
  const started = createServer((request, response) => {
    requestedPaths.push(request.url ?? "");
    sentTokens.push(request.headers.authorization ?? "none");
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requestedPaths, sentTokens };
}

const answer: TraceOperationsResponse = {
  asOfMs: 3_600_000,
  window: { startMs: 0, endMs: 3_600_000 },
  source: { slug: "jaeger", version: "2.13.0", api: "v3" },
  deployment: "chat",
  retrieval: {
    service: "chat-gateway",
    requestedCount: 500,
    returnedCount: 500,
    analysedRequestCount: 499,
    startupTraceCount: 1,
    filteredOutCount: 0,
    nearAttributes: [],
    nearOperations: [],
    isTruncated: true,
    stoppedBy: "max-traces",
    failure: null,
    coveredWindow: { startMs: 3_000_000, endMs: 3_600_000 },
    unreadIntervalCount: 0,
    queryCount: 3,
  },
  operations: {
    rows: [
      {
        service: "chat",
        name: "llm_request \u001b[31m",
        spanCount: 499,
        traceCount: 499,
        errorCount: 12,
        abortCount: 0,
        totalNs: 4_000e9,
        selfNs: 3_900e9,
        criticalNs: 3_900e9,
        shareOfTime: 0.97,
        shareOfCriticalPath: 0.98,
        durationNs: { p50: 8_000e6, p95: 17_000e6, p99: null, max: 24_000e6 },
      },
    ],
    omittedCount: 3,
  },
  bottleneck: [
    { kind: "text", text: "Requests wait longest for " },
    { kind: "code", text: "llm_request" },
    { kind: "text", text: ": " },
    { kind: "number", value: 0.98, unit: "ratio", displayUnit: "%" },
    { kind: "text", text: " of their time." },
  ],
};

test("prints the summary, the operation table and the bottleneck", async () => {
  const { url, requestedPaths } = await serve(200, answer);
  const { exitCode, output, errorOutput } = await run(
    ["traces", "chat-gateway", "1h", "500", "--url", `${url}/`],
    {},
  );
  expect({ exitCode, errorOutput }).toEqual({ exitCode: 0, errorOutput: "" });
  expect(requestedPaths).toEqual(["/api/v1/traces/operations?service=chat-gateway&from=now-1h&to=now&n=500"]);
  expect(output.split("\n")).toEqual([
    "499 requests of chat-gateway from jaeger, last 1 h, 1 server start-up trace excluded, limited to the newest 10 min (500 of at most 500 traces)",
    "",
    "OPERATION          SERVICE  COUNT  TOTAL s  SELF s  SELF %  CRITICAL PATH %  p50 ms  p95 ms  p99 ms  ERRORS  ABORTS",
    "llm_request �[31m  chat       499    4,000   3,900    97.0             98.0   8,000  17,000       –      12       0",
    "3 more operations are not listed.",
    "",
    "Bottleneck: Requests wait longest for llm_request: 98.0 % of their time.",
  ]);
});

test("prints the API response as JSON", async () => {
  const { url } = await serve(200, answer);
  const { output } = await run(["traces", "chat-gateway", "1h", "500", "--json"], { RIDGEPOINT_URL: url });
  expect(JSON.parse(output)).toEqual(answer);
});

test.each([
  [[], /the command is missing/],
  [["gates"], /unknown command “gates”/],
  [["traces"], /the service is missing/],
  [["traces", "chat"], /the lookback is missing/],
  [["traces", "chat", "soon", "5"], /invalid lookback “soon”/],
  [["traces", "chat", "10s", "5"], /a lookback of 10s is shorter than a minute/],
  [["traces", "chat", "99w", "5"], /a lookback of 99w is longer than the maximum of 92 days/],
  [["traces", "chat", "1h"], /the limit is missing/],
  [["traces", "chat", "1h", "0"], /from 1 to 5000, not “0”/],
  [["traces", "chat", "1h", "many"], /not “many”/],
  [["traces", "chat", "1h", "5", "6"], /unexpected argument “6”/],
  [["traces", "chat", "1h", "5", "--url", "localhost:3000"], /invalid URL “localhost:3000”/],
  [["traces", "chat", "1h", "5", "--loud"], /--loud/],
])("refuses %j with a reason and the usage", async (args, why) => {
  const { exitCode, output, errorOutput } = await run(args, {});
  expect(exitCode).toBe(64);
  expect(output).toBe("");
  expect(errorOutput).toMatch(why);
  expect(errorOutput).toMatch(/usage: npx ridgepoint traces <service> <lookback> <limit>/);
});

test("reports an API error with advice", async () => {
  const { url } = await serve(404, {
    title: "Not found",
    detail: "Jaeger has no service chat",
    next: "Choose another.",
  });
  expect(await run(["traces", "chat", "1h", "5", "--url", url], {})).toEqual({
    exitCode: 1,
    output: "",
    errorOutput: "error: Not found: Jaeger has no service chat\nfix: Choose another.",
  });
});

test.each([
  ["not-found", "use the service name exactly as the trace source spells it"],
  [
    "source-unreachable",
    "check that the trace source is running, for example with npm run doctor, then try again",
  ],
])("replaces the server's advice for %s with advice for a terminal", async (code, fix) => {
  const { url } = await serve(502, { code, title: "No", detail: "why", next: "Go back to the list." });
  const { errorOutput } = await run(["traces", "chat", "1h", "5", "--url", url], {});
  expect(errorOutput).toBe(`error: No: why\nfix: ${fix}`);
});

test("distinguishes no server from another server", async () => {
  const { url } = await serve(200, "<html>");
  const other = await run(["traces", "chat", "1h", "5", "--url", url], {});
  expect(other).toMatchObject({
    exitCode: 1,
    errorOutput: expect.stringContaining("is not Ridgepoint") as string,
  });
  const none = await run(["traces", "chat", "1h", "5", "--url", "http://127.0.0.1:9"], {});
  expect(none).toMatchObject({
    exitCode: 1,
    errorOutput: expect.stringContaining("cannot connect to Ridgepoint at") as string,
  });
});

test("sends RIDGEPOINT_TOKEN without surrounding spaces, and nothing without it", async () => {
  const { url, sentTokens } = await serve(200, answer);
  const args = ["traces", "chat-gateway", "1h", "500", "--url", url];
  await run(args, { RIDGEPOINT_TOKEN: " rp_abc\n" });
  await run(args, { RIDGEPOINT_TOKEN: "" });
  expect(sentTokens).toEqual(["Bearer rp_abc", "none"]);
});

test("refuses a token with a line break in the middle, without printing it", async () => {
  const { exitCode, errorOutput } = await run(["traces", "a", "1h", "5"], { RIDGEPOINT_TOKEN: "rp_a\nb" });
  expect(exitCode).toBe(64);
  expect(errorOutput).toContain("RIDGEPOINT_TOKEN is malformed");
  expect(errorOutput).not.toContain("rp_a");
});

test("advises a token when the server needs a sign-in", async () => {
  const detail = "this request needs a sign-in";
  const { url } = await serve(401, {
    code: "sign-in-required",
    title: "Not signed in",
    detail,
    next: "Open it.",
  });
  const { errorOutput } = await run(["traces", "a", "1h", "5", "--url", url], {});
  expect(errorOutput).toContain("set RIDGEPOINT_TOKEN to an API token of this server");
});

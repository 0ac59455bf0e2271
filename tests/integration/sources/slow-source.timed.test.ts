/** The check of a new source that responds slowly ends at its limits, and closes its connections. */
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { readMetricsPreview } from "@/lib/services/data-check/new-sources/read-metrics-preview";
import { readTracesPreview } from "@/lib/services/data-check/new-sources/read-traces-preview";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { startRecordingServer, type RecordingServer } from "./served-requests";

let server: RecordingServer;
let respond: (response: ServerResponse) => void;
let openCount = 0;

beforeEach(async () => {
  openCount = 0;
  server = await startRecordingServer((_request, response) => {
    openCount += 1;
    response.once("close", () => (openCount -= 1));
    respond(response);
  });
  useServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    RIDGEPOINT_SOURCE_HOSTS: server.host,
  });
});
afterEach(() => server.close());
afterAll(leaveServerEnvironment);

const { signal } = new AbortController();

/** Sends a byte of an endless body at a time. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 100);
  response.once("close", () => clearInterval(timer));
}

test.each([
  ["sends no response", () => undefined],
  ["sends its body a byte at a time", trickle],
])("a source that %s is slow, not empty", async (_name, answer) => {
  respond = answer;
  const startedMs = systemClock.monotonicMs();
  const [{ metrics, survey }, traces] = await Promise.all([
    readMetricsPreview(server.url, { signal }),
    readTracesPreview(server.url, signal),
  ]);
  expect(metrics).toMatchObject({ kind: "failed", failure: "slow" });
  expect(survey).toBeNull();
  expect(traces.failure).toBe("slow");
  expect(traces.services).toBeUndefined();
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(12_000);
  await expect.poll(() => openCount).toBe(0);
});

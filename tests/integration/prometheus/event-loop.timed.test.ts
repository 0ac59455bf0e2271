/** Parsing a large answer does not block the event loop. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Grid } from "@/lib/model/grid";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryRange } from "@/lib/sources/prometheus/client";
import { makeMatrixBody } from "@/lib/sources/prometheus/fixtures";
import { createTestUpstream } from "@/tests/support/server/upstream";

const startMs = Date.UTC(2026, 9, 1);
const grid: Grid = { startMs, stepMs: 15_000, pointCount: 120 };
const limitMs = 50;

const series = Array.from({ length: 2_000 }, (_, row) => ({
  metric: {
    __name__: "vllm:time_to_first_token_seconds_bucket",
    instance: `pod-${row % 100}:8000`,
    le: String(row),
    model_name: "m",
  },
  values: Array.from(
    { length: grid.pointCount },
    (__, index) => [startMs + index * grid.stepMs, String(row * 31.25 + index / 7)] as const,
  ),
}));
const body = Buffer.from(makeMatrixBody(series));

let server: Server;
let upstream: SourceUpstream;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  upstream = createTestUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await upstream.close();
  server.closeAllConnections();
  server.close();
});

/** Returns the CPU time of this thread in milliseconds. Other threads and processes do not count. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the longest time that one turn of the event loop blocks while `work` runs. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let beforeMs = threadCpuMs();
  let isOver = false;
  const turns = new Promise<void>((resolve) => {
    const turn = (): void => {
      const nowMs = threadCpuMs();
      longestMs = Math.max(longestMs, nowMs - beforeMs);
      beforeMs = nowMs;
      if (isOver) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
  await work();
  isOver = true;
  await turns;
  return longestMs;
}

test("blocks the event loop for less than 50 ms while reading seven megabytes, and longer if parsed on the main thread", async () => {
  expect(body.length).toBeGreaterThan(7_000_000);
  const read = () => queryRange(upstream, { promql: "x", grid });
  const first = await read();
  expect(first.rows).toHaveLength(2_000);
  const [withReader, onLoop]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < 9; sample += 1) {
    withReader.push(await longestTurnMs(read));
    onLoop.push(await longestTurnMs(() => Promise.resolve(JSON.parse(body.toString("utf8")))));
  }
  // Garbage collection of other objects may run during a turn. The best of nine runs shows the code itself.
  expect(Math.min(...withReader)).toBeLessThan(limitMs);
  expect(Math.min(...withReader)).toBeLessThan(Math.min(...onLoop));
});

/**
 * P24: 99th percentile of the event loop's delay while fifty viewers poll and responses of 7 MB are parsed, compared
 * with 50 ms and with an idle process.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { queryRange } from "@/lib/sources/prometheus/client";
import { closeDecoderWorker } from "@/lib/sources/prometheus/decode-off-event-loop";
import { makeMatrixBody } from "@/lib/sources/prometheus/fixtures";
import { serveViewers } from "@/tests/performance/data-path/fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { createTestUpstream } from "@/tests/support/server/upstream";

const grid = { startMs: 1_790_000_000_000, stepMs: 15_000, pointCount: 120 };
const viewerCount = 50;
const measuredMs = 1_000;
const maxDelayMs = 50;
const nanosecondsPerMs = 1e6;

/** Polls in a separate thread, whose event loop is not measured. */
const viewersCode = `
  const { workerData } = require("node:worker_threads");
  const poll = async () => {
    for (;;) {
      await (await fetch(workerData.url + "/?q=x")).arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  for (let viewer = 0; viewer < workerData.count; viewer += 1) void poll();
`;

function makeBody(): Buffer {
  const series = Array.from({ length: 2_000 }, (_, row) => ({
    metric: { __name__: "bench_seconds_bucket", instance: `pod-${row % 100}:8000`, le: String(row) },
    values: Array.from(
      { length: grid.pointCount },
      (__, index) => [grid.startMs + index * grid.stepMs, String(row * 31.25 + index / 7)] as const,
    ),
  }));
  return Buffer.from(makeMatrixBody(series));
}

async function listen(body: Buffer): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

/** Returns the 99th percentile of the delay while `work` repeats. */
async function delayP99Ms(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const untilMs = performance.now() + measuredMs;
  delays.enable();
  while (performance.now() < untilMs) await work();
  delays.disable();
  return delays.percentile(99) / nanosecondsPerMs;
}

export async function benchEventLoop(): Promise<readonly BenchRow[]> {
  const source = await listen(makeBody());
  const upstream = createTestUpstream(`http://127.0.0.1:${(source.address() as AddressInfo).port}`);
  const parse = () => queryRange(upstream, { promql: "x", grid });
  const matrix = await parse();
  const viewed = { ...matrix, rows: matrix.rows.slice(0, 10) };
  const endpoint = await serveViewers(() => Promise.resolve(viewed));
  const busy = async (): Promise<number> => {
    const viewers = new Worker(viewersCode, {
      eval: true,
      workerData: { url: endpoint.url, count: viewerCount },
    });
    await wait(200);
    const delayMs = await delayP99Ms(parse);
    await viewers.terminate();
    return delayMs;
  };
  const row = (title: string, must: number, peer: () => Promise<number>): Promise<BenchRow> =>
    compare({ id: "P24", title, unit: "ms", must, moonshot: 0.2, ours: busy, peer });
  const rows = [
    await row("delay p99, 50 viewers and 7 MB parses, against 50 ms", 1, () => Promise.resolve(maxDelayMs)),
    await row("the same, against an idle process", Infinity, () => delayP99Ms(() => wait(20))),
  ];
  endpoint.close();
  await upstream.close();
  source.closeAllConnections();
  source.close();
  await closeDecoderWorker();
  return rows;
}

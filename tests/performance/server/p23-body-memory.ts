/** P23: growth of the process's memory while twenty bodies of 100 MiB arrive at once, compared with one body. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { isAppError } from "@/lib/model/app-error";
import { queryRange } from "@/lib/sources/prometheus/client";
import { compare, type BenchRow } from "@/tests/performance/runner";

const mebibyte = 1_024 * 1_024;
const bodyMib = 100;
const readerCount = 20;
const grid = { startMs: 1_790_000_000_000, stepMs: 15_000, pointCount: 10 };

export async function benchBodyMemory(): Promise<readonly BenchRow[]> {
  const growthMib = await measureGrowthMib();
  return [
    await compare({
      id: "P23",
      title: "growth of RSS, 20 bodies of 100 MiB, against one body",
      unit: "MiB",
      must: 2,
      moonshot: 0.64,
      isCount: true,
      // Memory grows the first time only, so that it is measured once.
      ours: () => Promise.resolve(growthMib),
      peer: () => Promise.resolve(bodyMib),
    }),
  ];
}

/** Throws unless every body is refused with an error. */
async function measureGrowthMib(): Promise<number> {
  // In another process, because the memory of the source does not count.
  const source = fork(new URL("./huge-source.ts", import.meta.url), [String(bodyMib)]);
  const [url] = (await once(source, "message")) as [string];
  const upstream = createTestUpstream(url);
  const beforeBytes = process.memoryUsage().rss;
  let peakBytes = beforeBytes;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }, 5);
  const reads = await Promise.allSettled(
    Array.from({ length: readerCount }, () => queryRange(upstream, { promql: "x", grid })),
  );
  clearInterval(watch);
  await upstream.close();
  source.kill();
  const isRefused = (read: PromiseSettledResult<unknown>): boolean =>
    read.status === "rejected" && isAppError(read.reason) && read.reason.code === "too-large";
  if (!reads.every(isRefused)) throw new Error("a body of 100 MiB was not refused");
  return (peakBytes - beforeBytes) / mebibyte;
}

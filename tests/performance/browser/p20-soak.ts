/**
 * P20: growth of the browser's heap per refresh of twelve panels, and of elements and listeners, after 1,000 refreshes
 * that warm up and 1,000 that are measured.
 */
import type { CDPSession, Page } from "@playwright/test";
import { compare, type BenchRow } from "@/tests/performance/runner";

const refreshCount = 1_000;
/** A wall display that refreshes every five seconds grows by 120 MB in a week. */
const maxBytesPerRefresh = 1_024;
const oneObject = 1;

interface Usage {
  readonly heapBytes: number;
  readonly elementCount: number;
  readonly listenerCount: number;
}

async function readUsage(session: CDPSession): Promise<Usage> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const valueOf = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return {
    heapBytes: valueOf("JSHeapUsedSize"),
    elementCount: valueOf("Nodes"),
    listenerCount: valueOf("JSEventListeners"),
  };
}

async function refresh(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    for (let index = 0; index < count; index += 1) await window.benches?.refreshTwelve();
  }, refreshCount);
}

export async function benchSoak(page: Page): Promise<readonly BenchRow[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.enable");
  await refresh(page);
  const before = await readUsage(session);
  await refresh(page);
  const after = await readUsage(session);
  await page.evaluate(() => window.benches?.unmountTwelve());
  await session.detach();
  const row = (title: string, unit: string, ours: number, peer: number): Promise<BenchRow> =>
    compare({
      id: "P20",
      title,
      unit,
      must: 1,
      moonshot: 0.05,
      isCount: true,
      // A second soak would only repeat the first.
      ours: () => Promise.resolve(ours),
      peer: () => Promise.resolve(peer),
    });
  const bytes = Math.max(0, after.heapBytes - before.heapBytes) / refreshCount;
  const nodes = Math.max(0, after.elementCount - before.elementCount);
  const listeners = Math.max(0, after.listenerCount - before.listenerCount);
  return [
    await row("heap per refresh of 12 panels, against 1 KiB", "B", bytes, maxBytesPerRefresh),
    await row("more elements after 1,000 refreshes, against one", "", nodes, oneObject),
    await row("more listeners after 1,000 refreshes, against one", "", listeners, oneObject),
  ];
}

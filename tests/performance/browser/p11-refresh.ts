/** P11: a refresh of twelve panels: total main-thread time and longest task, compared with noticeable limits. */
import type { Page } from "@playwright/test";
import { mainThreadMs } from "./browser-fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";

/** Limits of one refresh: all of its tasks, and the longest of them. */
const [maxMs, longestMs] = [60, 50];

export async function benchRefresh(page: Page): Promise<readonly BenchRow[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const refresh = (): Promise<void> => page.evaluate(() => window.benches?.refreshTwelve());
  await refresh();
  const rows = [
    await compare({
      id: "P11",
      title: "refresh of 12 panels, 360 × 5, against 60 ms",
      unit: "ms",
      must: 1,
      moonshot: 0.5,
      ours: () => mainThreadMs(session, refresh),
      peer: () => Promise.resolve(maxMs),
    }),
    await compare({
      id: "P11",
      title: "its longest task, against 50 ms",
      unit: "ms",
      must: 1,
      moonshot: 0.32,
      ours: () => page.evaluate(() => window.benches?.longestTaskOfTwelve()),
      peer: () => Promise.resolve(longestMs),
    }),
  ];
  await page.evaluate(() => window.benches?.unmountTwelve());
  await session.detach();
  return rows;
}

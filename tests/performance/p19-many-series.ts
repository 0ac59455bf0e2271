/**
 * P19: cost of many series: discovery among 200,000 series of 500 instances, compared with its limit of five seconds,
 * and a panel split by 20,000 values, compared with the slowest of its queries sent directly.
 *
 * The first split makes the source read the 20,000 series four times: to rank them, to count them, and for the totals
 * over the window and at its end. Each query takes about as long as the slowest and shares no work with the others.
 * On two cores the minimum is therefore half of their sum, about 1.6 of the slowest. With more cores only the count
 * runs after the rest.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import type { Question } from "@/lib/model/question";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { cacheDeployments, getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import {
  instanceCount,
  modelCount,
  manySeriesEndMs,
  startManySeries,
  tenantCount,
  tenantModel,
} from "./many-series";
import { benchPage } from "./p19-page";
import { compare, type BenchRow } from "./runner";
import { queryDirectly } from "./data-path/fixture";

const longestDiscoveryMs = 5_000;

/** Calls `report` with each row. */
export async function benchManySeries(report: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const prometheus = await startManySeries();
  try {
    stopClock(prometheus.url);
    const discovery = await benchDiscovery(prometheus.url);
    report(discovery);
    const splits = await benchSplits(prometheus.url);
    for (const split of splits) report(split);
    const page = await benchPage(prometheus.url, slugOf(tenantModel), stopClock);
    report(page);
    return [discovery, ...splits, page];
  } finally {
    await leaveServerEnvironment();
    await prometheus.stop();
  }
}

/** Sets the clock to the end of the stored data and clears the caches. */
function stopClock(prometheusUrl: string): void {
  const offset = String(manySeriesEndMs - Date.now());
  process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"] = offset;
  for (const name of ["clock-offset", "series-reader", "spacing-reader", "signals-answers", "split-choices"])
    deleteProcessState(name);
  const known = getCachedDeploymentSnapshot();
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: prometheusUrl,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: offset,
  });
  if (known.records.length > 0) cacheDeployments(known);
}

async function benchDiscovery(url: string): Promise<BenchRow> {
  return compare({
    id: "P19",
    title: `discovery, 200,000 series of ${instanceCount} instances, against 5 s`,
    unit: "ms",
    must: 1,
    moonshot: 0.2,
    ours: async () => {
      stopClock(url);
      const startedMs = performance.now();
      const { discoveredCount } = await discoverDeployments();
      const tookMs = performance.now() - startedMs;
      // Cached deployments would be found even with the source down.
      if (discoveredCount !== modelCount + 1)
        throw new Error(`only ${discoveredCount} deployments were found`);
      return tookMs;
    },
    peer: () => Promise.resolve(longestDiscoveryMs),
  });
}

const splitQuestion = (split?: string): Question => ({
  v: 1,
  signals: ["requests"],
  statistics: ["rate"],
  scope: {
    deployment: slugOf(tenantModel),
    ...(split === undefined ? {} : { split }),
  },
  window: { from: "now-30m", to: "now" },
});

function slugOf(wanted: string): string {
  return getCachedDeploymentSnapshot().records.find(({ model }) => model === wanted)?.slug ?? "";
}

/** Measures the first split ever, and the split of a panel that is already displayed. */
async function benchSplits(url: string): Promise<readonly BenchRow[]> {
  const first = await answerQuestion(splitQuestion("tenant"), { sourceScope: allSources });
  const { split, queries, startMs, stepMs, pointCount } = first;
  if (split?.totalCount !== tenantCount || first.series.length !== split.namedCount + 1)
    throw new Error("the response contains a different split than requested");
  const ranges = queries.filter(({ purpose }) => purpose === "series").map(({ promql }) => promql);
  const bench = (title: string, before: () => Promise<unknown>): Promise<BenchRow> =>
    compare({
      id: "P19",
      title: `${title}, top ${split.namedCount} of ${tenantCount} series, against its slowest query`,
      unit: "ms",
      must: 1.5,
      moonshot: 1.1,
      ours: async () => {
        stopClock(url);
        await before();
        const startedMs = performance.now();
        await answerQuestion(splitQuestion("tenant"), { sourceScope: allSources });
        return performance.now() - startedMs;
      },
      peer: async () => Math.max(...(await slowest(url, ranges, { startMs, stepMs, pointCount }))),
    });
  return [
    await bench("first split ever", () => Promise.resolve()),
    await bench("split of a panel that is shown", () =>
      answerQuestion(splitQuestion(), { sourceScope: allSources })),
  ];
}

/** Sends the queries one after the other, so that none waits for another. */
async function slowest(
  url: string,
  ranges: readonly string[],
  grid: Parameters<typeof queryDirectly>[1]["grid"],
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const promql of new Set(ranges)) {
    const startedMs = performance.now();
    await queryDirectly(url, { promql, grid });
    times.push(performance.now() - startedMs);
  }
  return times;
}

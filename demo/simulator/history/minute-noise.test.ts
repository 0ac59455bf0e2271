/** Signals of the generated history vary from minute to minute, without plateaus and without steps between slots. */
import { expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import { formatEdge } from "../exposition/registry";
import { fleet, type DeploymentPlan } from "../fleet";
import { historySlotMs } from "../scenario";
import { listInstanceSeries } from "./series";
import { InstanceTimeline } from "./timeline";
import { historyHistograms } from "./history-values";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const plans = fleet.map((plan) => [plan.name, plan] as const);
const firstHourMs = Date.UTC(2026, 9, 5);
const { metricName: tpotName, bucketEdges } = historyHistograms.tpot;

/** Returns the signals of one instance in each minute of the range. */
function readMinutes(plan: DeploymentPlan, fromMs: number, toMs: number) {
  const timeline = new InstanceTimeline(plan, {
    seed: 5,
    scenarioStartMs: null,
    countersFromMs: fromMs - hourMs,
    endMs: toMs,
  });
  const series = listInstanceSeries(plan, 0);
  const timesMs = Array.from({ length: (toMs - fromMs) / minuteMs + 1 }, (_, at) => fromMs + at * minuteMs);
  const read = (name: string, le?: string): Float64Array =>
    timeline.valuesAt(
      assertPresent(
        series.find(({ labels }) => labels["__name__"] === name && labels["le"] === le),
        `the history has ${name}`,
      ),
      timesMs,
    );
  const growth = (values: Float64Array): readonly number[] =>
    [...values.subarray(1)].map((value, index) => value - (values[index] ?? 0));
  const count = growth(read(`${tpotName}_count`));
  const buckets = bucketEdges.map((edge) => growth(read(`${tpotName}_bucket`, formatEdge(edge))));
  return {
    requestRate: count.map((value) => value / 60),
    meanTpot: growth(read(`${tpotName}_sum`)).map((sum, at) => sum / (count[at] ?? 0)),
    medianTpot: count.map((total, at) =>
      median(
        buckets.map((bucket) => bucket[at] ?? 0),
        total,
      ),
    ),
    /** Minutes in which a tenth of the gaps or more are outside the bucket of most gaps. */
    varies: count.map((total, at) => {
      const cumulative = buckets.map((bucket) => bucket[at] ?? 0);
      const inBuckets = cumulative.map((value, index) => value - (cumulative[index - 1] ?? 0));
      return Math.max(...inBuckets) < 0.9 * total;
    }),
    running: [...read("vllm:num_requests_running").subarray(1)],
  };
}

/** Returns the median like histogram_quantile. */
function median(cumulative: readonly number[], total: number): number {
  const at = cumulative.findIndex((count) => count >= total / 2);
  const [low, below] = [bucketEdges[at - 1] ?? 0, cumulative[at - 1] ?? 0];
  const inside = (cumulative[at] ?? 0) - below;
  return low + (((bucketEdges[at] ?? 0) - low) * (total / 2 - below)) / inside;
}

/** Returns whether the values of a window of ten minutes differ by less than ±1 %. */
function hasPlateau(values: readonly number[], isJudged?: readonly boolean[]): boolean {
  return values.slice(9).some((_, index) => {
    const window = values.slice(index, index + 10);
    const canVary = isJudged === undefined || isJudged.slice(index, index + 10).some(Boolean);
    return canVary && Math.max(...window) / Math.min(...window) < 1.02;
  });
}

/** Hours of two weeks, on all days of the week and at all hours of the day. */
const hours = Array.from({ length: 24 }, (_, index) => firstHourMs + index * 13 * hourMs);

test.each(plans)("%s: no signal is constant for ten minutes", (_name, plan) => {
  for (const fromMs of hours) {
    const { medianTpot, varies, ...signals } = readMinutes(plan, fromMs, fromMs + hourMs);
    for (const [signal, values] of Object.entries(signals))
      expect(hasPlateau(values), `${signal} from ${new Date(fromMs).toISOString()}`).toBe(false);
    // The median of gaps that are all in one bucket is constant, as it is for the live fleet.
    expect(hasPlateau(medianTpot, varies), `median from ${new Date(fromMs).toISOString()}`).toBe(false);
  }
});

/** Returns the root mean square of the changes from minute to minute, relative to the mean. */
function typicalChange(values: readonly number[], isIncluded: (index: number) => boolean): number {
  const changes = values
    .slice(1)
    .flatMap((value, index) => (isIncluded(index + 1) ? [(value - (values[index] ?? 0)) ** 2] : []));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(changes.reduce((sum, change) => sum + change, 0) / changes.length) / mean;
}

test.each(plans)("%s: signals change as much at the begin of a slot as within it", (_name, plan) => {
  const { requestRate, meanTpot, running } = readMinutes(plan, firstHourMs, firstHourMs + 24 * hourMs);
  const minutesPerSlot = historySlotMs / minuteMs;
  for (const [signal, values] of Object.entries({ requestRate, meanTpot, running })) {
    const atBorders = typicalChange(values, (index) => index % minutesPerSlot === 0);
    const within = typicalChange(values, (index) => index % minutesPerSlot !== 0);
    // 143 borders of a day: the standard error of the first is 6 %.
    expect(atBorders, signal).toBeLessThan(1.3 * within);
  }
});

/** Signals of the generated history vary from minute to minute, without plateaus and without steps between slots. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import { formatEdge } from "../exposition/registry";
import { fleet, type DeploymentPlan } from "../fleet";
import { historySlotMs } from "../scenario";
import { listInstanceSeries } from "./series";
import { InstanceTimeline } from "./timeline";
import { historyHistograms } from "./values";

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
function hasPlateau(values: readonly number[]): boolean {
  return values.slice(9).some((_, index) => {
    const window = values.slice(index, index + 10);
    return Math.max(...window) / Math.min(...window) < 1.02;
  });
}

test.each(plans)("%s: no signal is constant for ten minutes, in any hour", (name, plan) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 * 56 }), (hour) => {
      const fromMs = firstHourMs + hour * hourMs;
      const { medianTpot, ...signals } = readMinutes(plan, fromMs, fromMs + hourMs);
      for (const [signal, values] of Object.entries(signals))
        expect(hasPlateau(values), `${signal} from ${new Date(fromMs).toISOString()}`).toBe(false);
      // The gaps of the other deployments are in one bucket each, whose quantiles are constant.
      if (name === "chat-70b") expect(hasPlateau(medianTpot)).toBe(false);
    }),
    { numRuns: 12 },
  );
});

/** Returns the root mean square of the relative changes from minute to minute. */
function typicalChange(values: readonly number[], isIncluded: (index: number) => boolean): number {
  const changes = values.slice(1).flatMap((value, index) => {
    const before = values[index] ?? 0;
    return isIncluded(index + 1) ? [((value - before) / (value + before)) ** 2] : [];
  });
  return Math.sqrt(changes.reduce((sum, change) => sum + change, 0) / changes.length);
}

test.each(plans)("%s: signals change as much at the begin of a slot as within it", (_name, plan) => {
  const signals = readMinutes(plan, firstHourMs, firstHourMs + 24 * hourMs);
  const minutesPerSlot = historySlotMs / minuteMs;
  for (const [signal, values] of Object.entries(signals)) {
    const atBorders = typicalChange(values, (index) => index % minutesPerSlot === 0);
    const within = typicalChange(values, (index) => index % minutesPerSlot !== 0);
    // 143 borders of a day: the standard error of the first is 6 %.
    expect(atBorders, signal).toBeLessThan(1.3 * within + 1e-9);
  }
});

/** The generated history is solved, the live fleet is simulated; both agree over an hour. */
import { expect, test } from "vitest";
import { faults, healthyConditions } from "../faults/faults";
import { fleet, type DeploymentPlan } from "../fleet";
import { Simulation } from "../simulation";
import { historySlotMs } from "../scenario";
import { computeRates } from "./instance-rates";
import { listInstanceSeries } from "./series";
import { InstanceTimeline } from "./timeline";
import { historyHistograms, type HistogramId, type HistorySeries } from "./history-values";

const startMs = Date.UTC(2026, 10, 18, 9);

/** Returns the cumulative counts of a histogram printed by a live target. */
function liveBuckets(text: string, name: string): number[] {
  const pattern = new RegExp(`^${name}_bucket\\{.*\\} (\\S+)$`, "gm");
  return [...text.matchAll(pattern)].map(([, value]) => Number(value));
}

function liveMean(text: string, name: string): number {
  const read = (suffix: string): number =>
    Number(new RegExp(`^${name}_${suffix}\\{.*\\} (\\S+)$`, "m").exec(text)?.[1]);
  return read("sum") / read("count");
}

/** Returns the index of the bucket that contains the q-quantile. */
function bucketOf(cumulative: readonly number[], q: number): number {
  const rank = q * (cumulative.at(-1) ?? 0);
  return cumulative.findIndex((count) => count >= rank);
}

/** Returns the fraction of observations up to each edge. */
const shares = (cumulative: readonly number[]): number[] =>
  cumulative.map((count) => count / (cumulative.at(-1) ?? 0));

const maxDifference = (left: readonly number[], right: readonly number[]): number =>
  Math.max(...left.map((value, index) => Math.abs(value - (right[index] ?? 0))));

type Grown = (one: HistorySeries) => number;

function solvedPast(plan: DeploymentPlan, lengthMs: number) {
  const endMs = startMs + lengthMs;
  const timeline = new InstanceTimeline(plan, {
    seed: 3,
    scenarioStartMs: null,
    countersFromMs: startMs,
    endMs,
  });
  return (id: HistogramId) =>
    solved(plan, id, (one) => timeline.valueAt(one, endMs) - timeline.valueAt(one, startMs));
}

function solved(
  plan: DeploymentPlan,
  id: HistogramId,
  grown: Grown,
): { readonly cumulative: number[]; readonly mean: number } {
  const series = listInstanceSeries(plan, 0).filter(
    ({ labels, valueId }) =>
      "histogram" in valueId &&
      valueId.histogram === id &&
      labels["__name__"]?.startsWith(historyHistograms[id].metricName) === true,
  );
  const cumulative = series.filter(({ valueId }) => valueId.kind === "bucket").map(grown);
  const of = (kind: "sum" | "count"): number =>
    series.filter(({ valueId }) => valueId.kind === kind).map(grown)[0] ?? Number.NaN;
  return { cumulative, mean: of("sum") / of("count") };
}

/** Long enough for about five thousand requests; an hour for deployments with rare requests. */
const minutes: Readonly<Record<string, number>> = {
  "chat-70b": 6,
  "code-32b": 60,
  "extract-14b": 60,
  "search-30b": 6,
  "assist-8b": 6,
};
const plans = fleet.map((plan) => [plan.name, plan] as const);

test.each(plans)(
  "%s: percentiles of the generated history are within one bucket of the simulation's, means within 15 %",
  (_name, plan) => {
    const lengthMs = minutes[plan.name]! * 60_000;
    const simulation = new Simulation({
      fleet: [plan],
      seed: 3,
      startMs: startMs - 90_000,
      traceSampleRatio: 0,
      onTrace: () => {},
    });
    simulation.advance(startMs);
    const deployment = simulation.deployments[0]!;
    deployment.resetCounters();
    simulation.advance(startMs + lengthMs);
    const text = deployment.listTargets()[0]!.printMetrics(startMs + lengthMs);
    const solvedOf = solvedPast(plan, lengthMs);
    for (const id of ["ttft", "tpot"] as const) {
      const { metricName } = historyHistograms[id];
      const live = liveBuckets(text, metricName);
      const { cumulative, mean } = solvedOf(id);
      expect(cumulative).toHaveLength(live.length);
      expect(maxDifference(shares(cumulative), shares(live)), `${id} distribution`).toBeLessThan(0.12);
      for (const q of [0.5, 0.95, 0.99]) {
        expect(
          Math.abs(bucketOf(cumulative, q) - bucketOf(live, q)),
          `${id} p${q * 100}`,
        ).toBeLessThanOrEqual(1);
      }
      expect(mean / liveMean(text, metricName), `${id} mean`).toBeGreaterThan(0.85);
      expect(mean / liveMean(text, metricName), `${id} mean`).toBeLessThan(1.15);
    }
  },
  60_000,
);

test("the same time and seed give the same values regardless of the end, and counters never decrease", () => {
  const [plan] = fleet;
  const series = listInstanceSeries(plan!, 0);
  const countersFromMs = startMs - 2.7 * historySlotMs;
  const past = { seed: 3, scenarioStartMs: startMs, countersFromMs };
  const timeline = new InstanceTimeline(plan!, { ...past, endMs: startMs });
  const counted = series.filter(({ type }) => type !== "gauge");
  expect(new Set(counted.map((one) => timeline.valueAt(one, countersFromMs)))).toEqual(new Set([0]));
  for (let atMs = countersFromMs; atMs < startMs; atMs += 60_000) {
    const fallen = counted.filter(
      (one) => timeline.valueAt(one, atMs + 60_000) < timeline.valueAt(one, atMs),
    );
    expect(fallen).toEqual([]);
  }
  const longer = new InstanceTimeline(plan!, { ...past, endMs: startMs + 5 * historySlotMs });
  const timesMs = [countersFromMs, startMs - historySlotMs, startMs];
  for (const one of series) expect(longer.valuesAt(one, timesMs)).toEqual(timeline.valuesAt(one, timesMs));
  expect(() => timeline.valueAt(series[0]!, startMs + historySlotMs)).toThrow("is not in the timeline");
});

test("the bucket of all observations equals their number", () => {
  const [plan] = fleet;
  const timeline = new InstanceTimeline(plan!, {
    seed: 3,
    scenarioStartMs: null,
    countersFromMs: startMs,
    endMs: startMs + historySlotMs,
  });
  const series = listInstanceSeries(plan!, 0);
  for (const id of ["ttft", "outputLength"] as const) {
    const of = (suffix: string): number =>
      timeline.valueAt(
        series.find(({ labels }) => labels["__name__"] === `${historyHistograms[id].metricName}${suffix}`)!,
        startMs + historySlotMs,
      );
    const infinite = series.find(
      ({ labels }) =>
        labels["__name__"] === `${historyHistograms[id].metricName}_bucket` && labels["le"] === "+Inf",
    );
    expect(timeline.valueAt(infinite!, startMs + historySlotMs)).toBe(of("_count"));
    expect(of("_count")).toBeGreaterThan(0);
  }
});

test("a reduced KV cache is visible from its start on: full, with a queue, and only for its deployment", () => {
  const squeezed = faults.find(({ id }) => id === "kv-cache-squeezed")!;
  const conditions = squeezed.apply(healthyConditions, squeezed.defaultStrength, startMs);
  const past = {
    seed: 3,
    scenarioStartMs: startMs,
    faults: [{ deploymentName: "chat-70b", fromMs: startMs, conditions }],
  };
  const [chat, other] = ["chat-70b", "assist-8b"].map((name) => fleet.find((plan) => plan.name === name)!);
  const { running, waiting, kv, preemptions } = computeRates(chat!, startMs, past).scalars;
  expect({ isFull: kv > 0.95, isQueued: waiting > 0 && running > 0, isPreempted: preemptions > 0 }).toEqual({
    isFull: true,
    isQueued: true,
    isPreempted: true,
  });
  const healthyPast = { ...past, faults: [] };
  expect(computeRates(chat!, startMs - historySlotMs, past)).toEqual(
    computeRates(chat!, startMs - historySlotMs, healthyPast),
  );
  expect(computeRates(other!, startMs, past)).toEqual(computeRates(other!, startMs, healthyPast));
});

test("an overloaded deployment aborts, preempts and waits as much in the generated history as in the simulation", () => {
  const squeezed = faults.find(({ id }) => id === "kv-cache-squeezed")!;
  const plan = fleet.find(({ name }) => name === "chat-70b")!;
  const minute = 60_000;
  const simulation = new Simulation({
    fleet: [plan],
    seed: 3,
    startMs: startMs - 5 * minute,
    traceSampleRatio: 0,
    onTrace: () => {},
  });
  const deployment = simulation.deployments[0]!;
  deployment.setFault(squeezed.id, undefined, startMs - 5 * minute);
  simulation.advance(startMs);
  deployment.resetCounters();
  simulation.advance(startMs + 10 * minute);
  const text = deployment.listTargets()[0]!.printMetrics(startMs + 10 * minute);
  const sumOf = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  const perSecond = (pattern: RegExp): number => sumOf(pattern) / 600;
  const live = {
    finished: perSecond(/^vllm:request_success_total\{.*"(?:stop|length)"\} (\S+)$/gm),
    aborted: perSecond(/^vllm:request_success_total\{.*"abort"\} (\S+)$/gm),
    preemptions: perSecond(/^vllm:num_preemptions_total\{.*\} (\S+)$/gm),
    ttft: liveMean(text, "vllm:time_to_first_token_seconds"),
    queue: liveMean(text, "vllm:request_queue_time_seconds"),
    e2e: liveMean(text, "vllm:e2e_request_latency_seconds"),
  };
  const conditions = squeezed.apply(healthyConditions, squeezed.defaultStrength, startMs);
  const rates = computeRates(plan, startMs, {
    seed: 3,
    scenarioStartMs: null,
    faults: [{ deploymentName: plan.name, fromMs: startMs, conditions }],
  });
  const meanOf = (id: "ttft" | "queue" | "e2e"): number =>
    rates.histograms[id].sum / rates.histograms[id].count;
  const { finishedStop, finishedLength, finishedAbort, preemptions } = rates.scalars;
  const solvedRates = {
    finished: finishedStop + finishedLength,
    aborted: finishedAbort,
    preemptions,
    ttft: meanOf("ttft"),
    queue: meanOf("queue"),
    e2e: meanOf("e2e"),
  };
  for (const [name, value] of Object.entries(live)) {
    const ratio = solvedRates[name as keyof typeof live] / value;
    expect(ratio, `${name}: ${value} in the simulation`).toBeGreaterThan(0.85);
    expect(ratio, `${name}: ${value} in the simulation`).toBeLessThan(1.15);
  }
}, 60_000);

test("the fleet's history stays within its limit of series", () => {
  const count = fleet
    .flatMap((plan) =>
      Array.from({ length: plan.instanceCount }, (_, index) => listInstanceSeries(plan, index)),
    )
    .flat();
  // The live targets expose as many.
  expect(count.length).toBeLessThanOrEqual(3_600);
  expect(new Set(count.map(({ labels }) => JSON.stringify(labels))).size).toBe(count.length);
});

test.each(fleet)(
  "the history of $name has as many tokens per step as running requests, and the expected cached prompt tokens",
  (plan) => {
    const { scalars, histograms } = computeRates(plan, startMs, { seed: 3, scenarioStartMs: null });
    const { running, outputTokens, steps, promptTokens, cachedTokens } = scalars;
    expect(outputTokens / steps / running).toBeGreaterThan(0.9);
    expect(outputTokens / steps / running).toBeLessThan(1.1);
    expect(cachedTokens / promptTokens).toBeCloseTo(plan.traffic.prefixHitRatio, 9);
    expect(histograms.stepTokens.count).toBeCloseTo(steps, 9);
    expect(histograms.stepTokens.sum).toBeCloseTo(promptTokens - cachedTokens + outputTokens, 9);
  },
);

/** The generated history has the series of the live fleet, and the values continue without a step. */
import { expect, test } from "vitest";
import { fleet } from "../fleet";
import type { Labels } from "../exposition/registry";
import { Simulation } from "../simulation";
import { listInstanceSeries } from "./series";
import { InstanceTimeline } from "./timeline";
import type { HistorySeries } from "./history-values";

const startMs = Date.UTC(2026, 10, 18, 9);
const lengthMs = 4 * 60_000;

/** Series of only one of both, with the reason. */
const expectedDifferences: Readonly<Record<string, string>> = {
  up: "Prometheus writes it for each scrape, so no target exposes it.",
};

interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

const textOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [another]) => (one < another ? -1 : 1)));

function parse(text: string, targetLabels: Labels): readonly Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, pairs = "", value] = /^([^#\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const own = [...pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, one]) => [key, one]);
    const labels = { __name__: name, ...(Object.fromEntries(own) as Labels), ...targetLabels };
    return [{ labels, value: Number(value) }];
  });
}

/** Returns the samples of all targets of the fleet after this time, by their labels. */
function scrape(simulation: Simulation, atMs: number): ReadonlyMap<string, Sample> {
  simulation.advance(atMs);
  simulation.emitMachineSamples();
  const samples = simulation
    .listTargets()
    .flatMap(({ labels, printMetrics }) => parse(printMetrics(atMs), labels));
  return new Map(samples.map((sample) => [textOf(sample.labels), sample]));
}

const simulation = new Simulation({
  fleet,
  seed: 3,
  startMs: startMs - 90_000,
  traceSampleRatio: 0,
  onTrace: () => {},
});
const before = scrape(simulation, startMs);
const gaugeScrapes: ReadonlyMap<string, Sample>[] = [];
for (let atMs = startMs + 10_000; atMs <= startMs + lengthMs; atMs += 10_000)
  gaugeScrapes.push(scrape(simulation, atMs));
const after = gaugeScrapes.at(-1)!;

/** Several histories, because the noise of a few minutes is larger than the differences that matter. */
const seeds = Array.from({ length: 16 }, (_, seed) => seed);

type Generated = HistorySeries & { readonly timelines: readonly InstanceTimeline[] };

const history: readonly Generated[] = fleet.flatMap((plan) => {
  const range = { scenarioStartMs: null, countersFromMs: startMs, endMs: startMs + lengthMs };
  const timelines = seeds.map((seed) => new InstanceTimeline(plan, { seed, ...range }));
  return Array.from({ length: plan.instanceCount }, (_, index) => listInstanceSeries(plan, index))
    .flat()
    .map((one) => ({ ...one, timelines }));
});

test("the history has each series that a live target exposes, with equal labels, and no other", () => {
  const expectedNames = new Set(Object.keys(expectedDifferences));
  const isCompared = (labels: Labels): boolean => !expectedNames.has(labels["__name__"] ?? "");
  const live = [...after.values()].map(({ labels }) => labels).filter(isCompared);
  const generated = history.map(({ labels }) => labels).filter(isCompared);
  expect(new Set(generated.map(textOf)).symmetricDifference(new Set(live.map(textOf)))).toEqual(new Set());
  expect(live.length).toBeGreaterThan(3_000);
  // Each listed difference exists.
  for (const name of expectedNames) {
    const isNamed = ({ labels }: { readonly labels: Labels }): boolean => labels["__name__"] === name;
    expect([...after.values()].some(isNamed)).not.toBe(history.some(isNamed));
  }
});

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the value that a panel shows: the rate of a counter, or the mean of a gauge. */
function liveValue({ type, labels }: HistorySeries): number {
  const text = textOf(labels);
  if (type === "gauge") {
    return meanOf(gaugeScrapes.map((samples) => samples.get(text)!.value));
  }
  return (after.get(text)!.value - before.get(text)!.value) / (lengthMs / 1_000);
}

const timesMs = Array.from({ length: lengthMs / 10_000 }, (_, index) => startMs + (index + 1) * 10_000);

function historyValue({ type, valueId, timelines }: Generated): number {
  const values = timelines.map((timeline) => {
    const samples = timeline.valuesAt({ valueId }, timesMs);
    if (type === "gauge") return meanOf([...samples]);
    return (samples.at(-1)! - timeline.valueAt({ valueId }, startMs)) / (lengthMs / 1_000);
  });
  return meanOf(values);
}

/** Two dozen scrapes that mostly find no waiting request differ by this many. */
const waitingNoise = 0.3;
/** Largest relative difference. Noise of the load is 5 %; long requests and large batches vary more. */
const largestDifference = 0.3;

test.each(fleet.map(({ name }) => name))(
  "%s: counters and gauges continue from the history into the live fleet without a step",
  (name) => {
    const byMetric = new Map<string, { live: number; generated: number }>();
    for (const one of history) {
      const { labels, type } = one;
      const belongs = [labels["pod"], labels["instance"]].some((text) => text?.includes(name) === true);
      // Single buckets of a histogram have few requests.
      if (!belongs || labels["le"] !== undefined || labels["__name__"] === "up") continue;
      const part = labels["mode"] ?? labels["finished_reason"] ?? labels["source"] ?? labels["reason"] ?? "";
      const key = `${type} ${labels["__name__"]} ${part} ${labels["sleep_state"] ?? ""}`.trim();
      const sums = byMetric.get(key) ?? { live: 0, generated: 0 };
      byMetric.set(key, {
        live: sums.live + liveValue(one),
        generated: sums.generated + historyValue(one),
      });
    }
    const steps = [...byMetric].filter(([key, { live, generated }]) => {
      const noise = key.includes("num_requests_waiting") ? waitingNoise : 1e-6;
      return Math.abs(generated - live) > largestDifference * Math.abs(live) + noise;
    });
    expect(Object.fromEntries(steps)).toEqual({});
  },
  60_000,
);

test("the counters of all live targets restart with the fleet, so that none counts the warm-up a second time", () => {
  const restarted = new Simulation({ fleet, seed: 3, startMs, traceSampleRatio: 0, onTrace: () => {} });
  const sampled = scrape(restarted, startMs + 20_000);
  for (const deployment of restarted.deployments) deployment.resetCounters();
  const reset = scrape(restarted, startMs + 20_000);
  const counters = history.filter(({ type }) => type !== "gauge").map(({ labels }) => textOf(labels));
  expect(counters.filter((text) => (reset.get(text)?.value ?? 0) !== 0)).toEqual([]);
  const nodeCounters = counters.filter((text) => text.includes("node_cpu_seconds_total"));
  expect(nodeCounters.every((text) => sampled.get(text)!.value > 0)).toBe(true);
  const memory = [...reset.values()].filter(
    ({ labels }) => labels["__name__"] === "node_memory_MemTotal_bytes",
  );
  expect(memory.every(({ value }) => value > 0)).toBe(true);
});

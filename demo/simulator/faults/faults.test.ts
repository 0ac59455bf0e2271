/** Each fault changes the metrics that its mechanism explains, and clearing it restores them. */
import { expect, test } from "vitest";
import { faults } from "./faults";
import { fleet } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import type { RoutedRequest } from "@/demo/simulator/deployment";

const startMs = Date.UTC(2026, 10, 20, 14);
const spellSeconds = 25;
const spellMs = spellSeconds * 1_000;

interface Observed {
  readonly ttftSeconds: number;
  readonly itlSeconds: number;
  readonly queueSeconds: number;
  readonly prefillSeconds: number;
  readonly tokenizeSeconds: number;
  readonly networkSeconds: number;
  readonly featureSeconds: number;
  readonly kvUsageRatio: number;
  readonly preemptions: number;
  readonly maxRunning: number;
  readonly smClockMhz: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Runs one deployment in five periods of equal length: warm-up, healthy, fault active, drain, healthy again. */
function run(name: string, fault: string): readonly [before: Observed, during: Observed, after: Observed] {
  const journeys: RoutedRequest[] = [];
  const plan = fleet.filter((one) => one.name === name);
  const simulation = new Simulation({
    fleet: plan,
    seed: 3,
    startMs,
    traceSampleRatio: 0,
    onTrace: () => {},
  });
  const deployment = simulation.deployments[0]!;
  const receive = deployment.acceptRequest.bind(deployment);
  deployment.acceptRequest = (atMs, incoming) => {
    const journey = receive(atMs, incoming);
    journeys.push(journey);
    return journey;
  };
  const gauges: { spell: number; kv: number; running: number; preemptions: number; clock: number }[] = [];
  const preemptions = (): number => journeys.reduce((sum, { request }) => sum + request.preemptionCount, 0);
  const dcgm = deployment.listTargets().find(({ labels }) => labels["job"] === "dcgm")!;
  const clock = (): number =>
    Number(/^DCGM_FI_DEV_SM_CLOCK\{.*\} (\S+)$/m.exec(dcgm.printMetrics(simulation.nowMs))?.[1]);
  for (let second = 0; second < 8 * spellSeconds; second += 1) {
    const atMs = startMs + second * 1000;
    simulation.advance(atMs);
    if (second === 2 * spellSeconds) deployment.setFault(fault, undefined, atMs);
    if (second === 3 * spellSeconds) deployment.clearFault(fault, atMs);
    for (const instance of deployment.instances) instance.emitMachineSample(atMs);
    gauges.push({
      spell: Math.floor(second / spellSeconds),
      kv: Math.max(...deployment.instances.map((instance) => instance.engine.kvUsageRatio)),
      running: Math.max(...deployment.instances.map((instance) => instance.engine.running.length)),
      preemptions: preemptions(),
      clock: clock(),
    });
  }
  const observe = (spell: number): Observed => {
    const from = startMs + spell * spellMs;
    const mine = journeys.filter(
      ({ gatewayArrivalMs }) => gatewayArrivalMs >= from && gatewayArrivalMs < from + spellMs,
    );
    const done = mine.filter(({ request }) => request.firstTokenMs !== null && request.lastTokenMs !== null);
    const of = (pick: (journey: RoutedRequest) => number): number => mean(done.map(pick));
    const levels = gauges.filter((gauge) => gauge.spell === spell);
    return {
      ttftSeconds: of(({ request }) => (request.firstTokenMs! - request.arrivalMs) / 1000),
      itlSeconds: of(
        ({ request }) =>
          (request.lastTokenMs! - request.firstTokenMs!) / Math.max(1, request.generatedTokens - 1) / 1000,
      ),
      queueSeconds: of(({ request }) => (request.scheduledMs! - request.queuedMs) / 1000),
      prefillSeconds: of(({ request }) => (request.firstTokenMs! - request.scheduledMs!) / 1000),
      tokenizeSeconds: of(({ tokenization, request }) => (tokenization.endMs - request.arrivalMs) / 1000),
      networkSeconds: of(({ admittedMs, hostArrivalMs }) => (hostArrivalMs - admittedMs) / 1000),
      featureSeconds: of(({ featureLookup }) =>
        featureLookup === null ? 0 : (featureLookup.endMs - featureLookup.startMs) / 1000,
      ),
      kvUsageRatio: mean(levels.map((level) => level.kv)),
      preemptions: (levels.at(-1)?.preemptions ?? 0) - (levels[0]?.preemptions ?? 0),
      maxRunning: Math.max(...levels.map((level) => level.running)),
      smClockMhz: mean(levels.slice(5).map((level) => level.clock)),
    };
  };
  return [observe(1), observe(2), observe(7)];
}

/** Metrics that must rise by at least this factor (or fall, for a factor below 1) while the fault is active. */
const fingerprints: Readonly<
  Record<string, readonly [deployment: string, number: keyof Observed, factor: number]>
> = {
  "slow-tokenizer": ["assist-8b", "tokenizeSeconds", 20],
  "kv-cache-squeezed": ["chat-70b", "queueSeconds", 10],
  "batch-cap": ["assist-8b", "queueSeconds", 10],
  "memory-bandwidth-cut": ["code-32b", "itlSeconds", 1.8],
  "compute-throttled": ["code-32b", "smClockMhz", 0.36],
  "launch-overhead": ["assist-8b", "itlSeconds", 1.5],
  "cpu-gpu-sync": ["assist-8b", "itlSeconds", 1.4],
  "network-delay": ["assist-8b", "networkSeconds", 30],
  "network-loss": ["assist-8b", "networkSeconds", 10],
  "large-payloads": ["assist-8b", "networkSeconds", 1.5],
  "cold-start": ["extract-14b", "ttftSeconds", 10],
  "slow-feature-store": ["search-30b", "featureSeconds", 10],
  "noisy-neighbour": ["code-32b", "itlSeconds", 1.5],
};

test("every fault has an expected effect", () => {
  expect(Object.keys(fingerprints).toSorted()).toEqual(faults.map((fault) => fault.id).toSorted());
});

test.each(Object.entries(fingerprints))(
  "%s is visible while it is active and disappears when it is cleared",
  (fault, [name, key, factor]) => {
    const [before, during, after] = run(name, fault);
    const ratio = during[key] / before[key];
    expect(factor > 1 ? ratio : 1 / ratio).toBeGreaterThan(factor > 1 ? factor : 1 / factor);
    // At least four fifths of the change is reverted.
    expect(Math.abs(after[key] - before[key])).toBeLessThan(0.2 * Math.abs(during[key] - before[key]));
  },
);

test("the same seed produces the same arrivals, another seed produces others", () => {
  const arrivals = (seed: number): string[] => {
    const traceIds: string[] = [];
    const onTrace = ({ traceId }: { readonly traceId: string }): void => {
      traceIds.push(traceId);
    };
    const simulation = new Simulation({ fleet, seed, startMs, traceSampleRatio: 1, onTrace });
    simulation.advance(startMs + 10_000);
    return traceIds;
  };
  expect(arrivals(5)).toEqual(arrivals(5));
  expect(arrivals(5)).not.toEqual(arrivals(6));
});

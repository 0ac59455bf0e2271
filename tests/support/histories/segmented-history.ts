/** History of one workload with gaps: each segment is simulated alone, so that days between them take no time. */
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import { Scrapes } from "./scraped-text";
import { simulateHistory, type SimulationPlan } from "./simulated-history";

/** Part of the history, in ms since 1970. The tokenizer is slow during `slow`. */
export interface Segment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly requestsPerSecond?: number;
  readonly slow?: readonly [fromMs: number, untilMs: number];
}

/**
 * Simulates segments that follow each other. Counters are reset between them. Returns a function that writes the samples
 * into Prometheus's data folder.
 */
export function simulateSegments(slug: string, segments: readonly Segment[]): (dataFolder: string) => void {
  const plan = assertPresent(
    fleet.find(({ name }) => name === slug),
    "the fleet has the workload",
  );
  const scrapes = new Scrapes();
  for (const [index, { fromMs, toMs, requestsPerSecond = 6, slow }] of segments.entries()) {
    const traffic = { ...plan.traffic, requestsPerSecond, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 };
    const simulation: SimulationPlan = {
      profiles: [],
      fleet: [{ ...plan, traffic }],
      seed: 5 + index,
      fromMs,
      toMs,
      spacingMs: 15_000,
      faults:
        slow === undefined
          ? []
          : [{ workload: slug, fault: "slow-tokenizer", strength: 250, atMs: slow[0], untilMs: slow[1] }],
    };
    simulateHistory(simulation, scrapes);
  }
  return (dataFolder) => scrapes.writeBlocks(dataFolder);
}

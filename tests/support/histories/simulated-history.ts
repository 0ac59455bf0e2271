/**
 * History of the simulator as a Prometheus would have scraped it: profiles run in simulated time, are scraped at
 * regular times, and are written as blocks for `startPrometheus`. Ten minutes take a second, and the same plan produces
 * the same samples.
 */
import type { DeploymentPlan } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { Scrapes } from "./scraped-text";

export interface ScheduledFault {
  readonly workload: string;
  readonly fault: string;
  readonly strength?: number;
  readonly atMs: number;
  /** End of the fault; absent for a permanent one. */
  readonly untilMs?: number;
}

export interface SimulationPlan {
  readonly profiles: readonly string[];
  readonly fleet?: readonly DeploymentPlan[];
  readonly seed?: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly spacingMs: number;
  readonly faults?: readonly ScheduledFault[];
  /** When set, every request is traced. */
  readonly onTrace?: (trace: RequestTrace) => void;
}

export interface SimulatedHistory {
  /** Writes the samples into Prometheus's data folder. */
  readonly writeBlocks: (dataFolder: string) => void;
  /** Returns the samples as OpenMetrics text. */
  readonly writeText: () => string;
  /** The simulation at the last scrape, for comparison with its internal state. */
  readonly simulation: Simulation;
  readonly lastScrapeMs: number;
}

/**
 * Simulates from `fromMs` and scrapes up to and including `toMs`. Throws for an unknown profile, workload or fault.
 * `scrapes` are those of an earlier time, which the history continues.
 */
export function simulateHistory(plan: SimulationPlan, scrapes: Scrapes = new Scrapes()): SimulatedHistory {
  const { fromMs, toMs, spacingMs, seed = 1, fleet = [], faults = [] } = plan;
  const { onTrace = () => {} } = plan;
  const traceSampleRatio = plan.onTrace === undefined ? 0 : 1;
  const simulation = new Simulation({ fleet, seed, startMs: fromMs, traceSampleRatio, onTrace });
  for (const id of plan.profiles)
    if (!simulation.profiles.add(id, fromMs)) throw new Error(`there is no profile ${id}`);
  let upcoming = faults.toSorted((a, b) => a.atMs - b.atMs);
  let ending = upcoming.filter((fault) => fault.untilMs !== undefined);
  let lastScrapeMs = fromMs;
  for (let atMs = fromMs + spacingMs; atMs <= toMs; atMs += spacingMs) {
    for (const one of upcoming.filter((fault) => fault.atMs <= atMs)) startFault(simulation, one);
    upcoming = upcoming.filter((fault) => fault.atMs > atMs);
    for (const one of ending.filter((fault) => endOf(fault) <= atMs)) endFault(simulation, one);
    ending = ending.filter((fault) => endOf(fault) > atMs);
    simulation.advance(atMs);
    for (const target of simulation.listTargets())
      scrapes.add(target.labels, target.printMetrics(atMs), atMs);
    lastScrapeMs = atMs;
  }
  return {
    writeBlocks: (dataFolder) => scrapes.writeBlocks(dataFolder),
    writeText: () => scrapes.writeText(),
    simulation,
    lastScrapeMs,
  };
}

function startFault(simulation: Simulation, { workload, fault, strength, atMs }: ScheduledFault): void {
  simulation.advance(atMs);
  if (simulation.findWorkload(workload)?.setFault(fault, strength, atMs).kind !== "set")
    throw new Error(`there is no ${workload} with a fault ${fault}`);
}

const endOf = ({ untilMs = Infinity }: ScheduledFault): number => untilMs;

function endFault(simulation: Simulation, { workload, fault, untilMs = 0 }: ScheduledFault): void {
  simulation.advance(untilMs);
  if (simulation.findWorkload(workload)?.clearFault(fault, untilMs) !== true)
    throw new Error(`fault ${fault} is not active on ${workload}`);
}

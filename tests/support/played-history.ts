/**
 * What a Prometheus would hold that had scraped the simulator for a while: profiles are played in simulated time, scraped at
 * even times, and written as OpenMetrics text for `startPrometheus`. Ten minutes take a second, and the same plan gives the
 * same text.
 */
import type { DeploymentPlan } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { parseExposition } from "./exposition-text";

export interface PlayedFault {
  readonly workload: string;
  readonly fault: string;
  readonly strength?: number;
  readonly atMs: number;
  /** When it is taken back; never where absent. */
  readonly untilMs?: number;
}

export interface PlayedPlan {
  readonly profiles: readonly string[];
  readonly fleet?: readonly DeploymentPlan[];
  readonly seed?: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly spacingMs: number;
  readonly faults?: readonly PlayedFault[];
  /** Where it is given, every request is traced. */
  readonly onTrace?: (trace: RequestTrace) => void;
}

export interface PlayedHistory {
  readonly openMetrics: string;
  /** As it is at the last scrape, for comparing with what the model knows. */
  readonly simulation: Simulation;
  readonly lastScrapeMs: number;
}

type Labels = Readonly<Record<string, string>>;

/** Plays from `fromMs` and scrapes up to and with `toMs`. Throws for an unknown profile, workload or fault. */
export function playHistory(plan: PlayedPlan): PlayedHistory {
  const { fromMs, toMs, spacingMs, seed = 1, fleet = [], faults = [] } = plan;
  const { onTrace = () => {} } = plan;
  const traceSampleRatio = plan.onTrace === undefined ? 0 : 1;
  const simulation = new Simulation({ fleet, seed, startMs: fromMs, traceSampleRatio, onTrace });
  for (const id of plan.profiles)
    if (!simulation.profiles.add(id, fromMs)) throw new Error(`there is no profile ${id}`);
  const series = new Map<string, string[]>();
  let coming = faults.toSorted((a, b) => a.atMs - b.atMs);
  let ending = coming.filter((fault) => fault.untilMs !== undefined);
  let lastScrapeMs = fromMs;
  for (let atMs = fromMs + spacingMs; atMs <= toMs; atMs += spacingMs) {
    for (const one of coming.filter((fault) => fault.atMs <= atMs)) bend(simulation, one);
    coming = coming.filter((fault) => fault.atMs > atMs);
    for (const one of ending.filter((fault) => endOf(fault) <= atMs)) mend(simulation, one);
    ending = ending.filter((fault) => endOf(fault) > atMs);
    simulation.advance(atMs);
    for (const target of simulation.targets()) scrape(series, target.labels, target.print(atMs), atMs);
    lastScrapeMs = atMs;
  }
  return { openMetrics: write(series), simulation, lastScrapeMs };
}

function bend(simulation: Simulation, { workload, fault, strength, atMs }: PlayedFault): void {
  simulation.advance(atMs);
  if (simulation.workload(workload)?.setFault(fault, strength, atMs).kind !== "set")
    throw new Error(`there is no ${workload} with a fault ${fault}`);
}

const endOf = ({ untilMs = Infinity }: PlayedFault): number => untilMs;

function mend(simulation: Simulation, { workload, fault, untilMs = 0 }: PlayedFault): void {
  simulation.advance(untilMs);
  if (simulation.workload(workload)?.clearFault(fault, untilMs) !== true)
    throw new Error(`there is no ${workload} under a fault ${fault}`);
}

function scrape(series: Map<string, string[]>, target: Labels, text: string, atMs: number): void {
  const add = (name: string, labels: Labels, value: number): void => {
    const key = `${name}${labelText(labels)}`;
    const samples = series.get(key) ?? [];
    samples.push(`${key} ${Number.isFinite(value) ? value : valueText(value)} ${atMs / 1000}`);
    series.set(key, samples);
  };
  add("up", target, 1);
  for (const { samples } of parseExposition(text).values())
    for (const { name, labels, value } of samples)
      add(name, { ...besides(labels, target), ...target }, value);
}

/** Labels that the target has too go by another name, as a scrape without honor_labels does it. */
function besides(labels: Labels, target: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [name in target ? `exported_${name}` : name, value]),
  );
}

const valueText = (value: number): string => (Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf");

function labelText(labels: Labels): string {
  const escaped = (value: string): string =>
    value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",")}}`;
}

/** Without types: blocks do not keep them, and OpenMetrics has rules for counters' names that engines do not follow. */
function write(series: ReadonlyMap<string, readonly string[]>): string {
  return `${[...series.values()].map((samples) => samples.join("\n")).join("\n")}\n# EOF\n`;
}

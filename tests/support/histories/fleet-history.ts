/** The computed history of the demo's fleet with its scenario, as Prometheus blocks of one day. */
import { fleet, type DeploymentPlan } from "@/demo/simulator/fleet";
import type { HistoryFault } from "@/demo/simulator/history/instance-rates";
import { listInstanceSeries } from "@/demo/simulator/history/series";
import { InstanceTimeline } from "@/demo/simulator/history/timeline";
import { writeBlock } from "@/demo/simulator/tsdb/block";

export interface FleetHistoryPlan {
  /** Names of deployments of the demo. */
  readonly deployments: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly spacingMs: number;
  /** The demo's first start; null without the scenario. */
  readonly scenarioStartMs: number | null;
  readonly seed?: number;
  readonly faults?: readonly HistoryFault[];
}

const dayMs = 86_400_000;

/** Writes the blocks into the data folder of a Prometheus that is not started yet. */
export function writeFleetHistory(dataFolder: string, plan: FleetHistoryPlan): void {
  const { fromMs, toMs, spacingMs, scenarioStartMs, seed = 1, faults = [] } = plan;
  const range = { countersFromMs: fromMs, endMs: toMs, scenarioStartMs, seed, faults };
  const timelines = plansOf(plan.deployments).map((one) => ({
    timeline: new InstanceTimeline(one, range),
    series: Array.from({ length: one.instanceCount }, (_, index) => listInstanceSeries(one, index)).flat(),
  }));
  for (let dayStartMs = fromMs; dayStartMs < toMs; dayStartMs = endOfDay(dayStartMs)) {
    const timesMs: number[] = [];
    for (let atMs = dayStartMs; atMs < Math.min(endOfDay(dayStartMs), toMs); atMs += spacingMs)
      timesMs.push(atMs);
    const blockSeries = timelines.flatMap(({ timeline, series }) => {
      const known = new Map<string, Float64Array>();
      return series.map(({ labels, valueId }) => {
        const key = JSON.stringify(valueId);
        const values = known.get(key) ?? timeline.valuesAt({ valueId }, timesMs);
        known.set(key, values);
        return { labels, values };
      });
    });
    writeBlock(dataFolder, timesMs, blockSeries);
  }
}

/** Returns the plans of these deployments. Throws for an unknown name. */
export function plansOf(names: readonly string[]): readonly DeploymentPlan[] {
  return names.map((name) => {
    const plan = fleet.find((one) => one.name === name);
    if (plan === undefined) throw new Error(`the demo has no deployment ${name}`);
    return plan;
  });
}

function endOfDay(atMs: number): number {
  return (Math.floor(atMs / dayMs) + 1) * dayMs;
}

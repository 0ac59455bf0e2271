/**
 * Writes ranges of the fleet's history as Prometheus blocks and prints the folder of each block once it is complete.
 *
 * Options: `--segment=<from>-<to>/<spacing>` in epoch milliseconds (half-open), once per block and in the order in
 * which they are written; `--seed` and `--out`, the folder. `--counters-from` is the time at which counters were 0
 * (default: the earliest segment). `--scenario-start` is the demo's first start (default: no scenario).
 * `--fault=<deployment>:<fault>` sets a fault at its default strength from `--faults-from` on.
 *
 * The same arguments produce the same samples, independent of the division into segments.
 */
import { parseArgs } from "node:util";
import { faults, healthyConditions } from "./faults/faults";
import { fleet } from "./fleet";
import type { HistoryFault } from "./history/instance-rates";
import { listInstanceSeries } from "./history/series";
import { InstanceTimeline } from "./history/timeline";
import { writeBlock, type BlockSeries } from "./tsdb/block";

const { values } = parseArgs({
  options: {
    segment: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "1" },
    "counters-from": { type: "string" },
    "scenario-start": { type: "string" },
    fault: { type: "string", multiple: true, default: [] },
    "faults-from": { type: "string" },
    out: { type: "string" },
  },
});

function fail(problem: string, fix: string): never {
  console.error(`error: ${problem}\nfix: ${fix}`);
  process.exit(64);
}

const segments = values.segment.map((text) => {
  const [, fromMs, toMs, spacingMs] = (/^(\d+)-(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (fromMs === undefined || toMs === undefined || !(toMs > fromMs) || !spacingMs)
    fail(`${text} is not a segment`, "write --segment=<from ms>-<to ms>/<spacing ms>");
  return { fromMs, toMs, spacingMs };
});
const { out = fail("--out is required", "add --out=<folder>") } = values;
if (segments.length === 0) fail("--segment is required", "add --segment=<from ms>-<to ms>/<spacing ms>");

const earliestMs = Math.min(...segments.map(({ fromMs }) => fromMs));
const range = {
  countersFromMs: Number(values["counters-from"] ?? earliestMs),
  endMs: Math.max(...segments.map(({ toMs }) => toMs)),
  scenarioStartMs: values["scenario-start"] === undefined ? null : Number(values["scenario-start"]),
  seed: Number(values.seed),
  faults: values.fault.map((named) => historyFault(named, Number(values["faults-from"] ?? earliestMs))),
};

function historyFault(named: string, faultFromMs: number): HistoryFault {
  const [deploymentName = "", id] = named.split(":");
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined)
    fail(`${named} is not <deployment>:<fault>`, "demo/simulator/faults/faults.ts lists the faults");
  return {
    deploymentName,
    fromMs: faultFromMs,
    conditions: fault.apply(healthyConditions, fault.defaultStrength, faultFromMs),
  };
}

/** A deployment's instances share its load evenly, so they share one timeline. */
const timelines = fleet.map((plan) => ({
  timeline: new InstanceTimeline(plan, range),
  series: Array.from({ length: plan.instanceCount }, (_, index) => listInstanceSeries(plan, index)).flat(),
}));

for (const { fromMs, toMs, spacingMs } of segments) {
  const timesMs: number[] = [];
  for (let atMs = Math.ceil(fromMs / spacingMs) * spacingMs; atMs < toMs; atMs += spacingMs)
    timesMs.push(atMs);
  const block = timelines.flatMap(({ timeline, series }) => {
    // Series with equal values share one array, so that they are encoded once.
    const known = new Map<string, Float64Array>();
    return series.map((one): BlockSeries => {
      const key = JSON.stringify(one.valueId);
      const column = known.get(key) ?? timeline.valuesAt(one, timesMs);
      known.set(key, column);
      return { labels: one.labels, values: column };
    });
  });
  console.log(writeBlock(out, timesMs, block));
}

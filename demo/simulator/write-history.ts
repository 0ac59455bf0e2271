/**
 * Writes a part of the fleet's history as an OpenMetrics file for promtool.
 *
 * Options: `--from` and `--to` in epoch milliseconds (half-open), `--spacing-ms`, `--seed` and `--out`.
 * `--counters-from` is the time at which counters were 0 (default: `--from`). `--scenario-start` is the demo's first
 * start (default: no scenario). `--fault=<deployment>:<fault>` sets a fault at its default strength from
 * `--faults-from` on.
 *
 * The same arguments produce the same samples, independent of the division into files.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { faults, healthy } from "./faults/faults";
import { fleet } from "./fleet";
import { InstanceTimeline } from "./history/cumulate";
import type { HistoryFault } from "./history/rates";
import { instanceSeries, type SeriesPlan } from "./history/series";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    to: { type: "string" },
    "spacing-ms": { type: "string" },
    seed: { type: "string", default: "1" },
    "counters-from": { type: "string" },
    "scenario-start": { type: "string" },
    fault: { type: "string", multiple: true, default: [] },
    "faults-from": { type: "string" },
    out: { type: "string" },
  },
});

const [fromMs, toMs, spacingMs, seed] = [
  Number(values.from),
  Number(values.to),
  Number(values["spacing-ms"]),
  Number(values.seed),
];
if (values.out === undefined || !(toMs > fromMs) || !(spacingMs > 0)) {
  console.error(
    "error: --from, --to, --spacing-ms and --out are required\nfix: write-history.ts --from=<ms> --to=<ms> --spacing-ms=120000 --seed=1 --out=<file>",
  );
  process.exit(64);
}

const start = {
  fromMs,
  countersFromMs: Number(values["counters-from"] ?? fromMs),
  scenarioStartMs: values["scenario-start"] === undefined ? null : Number(values["scenario-start"]),
  seed,
  faults: values.fault.map((named) => historyFault(named, Number(values["faults-from"] ?? fromMs))),
};

function historyFault(named: string, faultFromMs: number): HistoryFault {
  const [deployment = "", id] = named.split(":");
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) {
    console.error(
      `error: ${named} is not <deployment>:<fault>\nfix: demo/simulator/faults/faults.ts lists the faults`,
    );
    process.exit(64);
  }
  const conditions = fault.apply(healthy, fault.usualStrength, faultFromMs);
  return { deployment, fromMs: faultFromMs, conditions };
}

const deployments = fleet.map((plan) => ({
  plan,
  series: Array.from({ length: plan.instances }, (_, index) => instanceSeries(plan, index)).flat(),
}));
const series = deployments.flatMap((deployment) => deployment.series);
const families = Map.groupBy(series, ({ family }) => family);

const times: number[] = [];
for (let atMs = Math.ceil(fromMs / spacingMs) * spacingMs; atMs < toMs; atMs += spacingMs) times.push(atMs);

/** One column of samples per series. A deployment's instances share its load evenly, so they share one timeline. */
const columns = new Map<SeriesPlan, Float64Array>(series.map((one) => [one, new Float64Array(times.length)]));
for (const { plan, series: deploymentSeries } of deployments) {
  const timeline = new InstanceTimeline(plan, start);
  for (const [at, atMs] of times.entries()) {
    timeline.moveTo(atMs);
    for (const one of deploymentSeries) {
      const column = columns.get(one);
      if (column !== undefined) column[at] = timeline.value(one);
    }
  }
}

const file = openSync(values.out, "w");
const stamps = times.map((atMs) => ` ${atMs / 1000}\n`);
for (const [family, members] of families) {
  const typed = family.endsWith("_total") ? family.slice(0, -"_total".length) : family;
  writeSync(file, `# TYPE ${typed} ${members[0]?.type ?? "gauge"}\n`);
  for (const one of members) {
    const column = columns.get(one) ?? new Float64Array();
    const name = `${one.text} `;
    let text = "";
    for (let at = 0; at < stamps.length; at += 1)
      text += name + Number((column[at] ?? 0).toPrecision(12)) + (stamps[at] ?? "");
    writeSync(file, text);
  }
}
writeSync(file, "# EOF\n");
closeSync(file);

/**
 * Writes a stretch of the fleet's past as an OpenMetrics file for promtool: `--from --to` in epoch ms (half-open),
 * `--spacing-ms`, `--seed`, `--out`. The same time and seed give the same samples, whichever file they are in.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { fleet } from "./fleet";
import { InstanceTimeline } from "./history/cumulate";
import { instanceSeries, type SeriesPlan } from "./history/series";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    to: { type: "string" },
    "spacing-ms": { type: "string" },
    seed: { type: "string", default: "1" },
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
    "error: --from, --to, --spacing-ms and --out are needed\nfix: write-history.ts --from=<ms> --to=<ms> --spacing-ms=120000 --seed=1 --out=<file>",
  );
  process.exit(64);
}

const instances = fleet.flatMap((plan) =>
  Array.from({ length: plan.instances }, (_, place) => ({ plan, place })),
);
const series = instances.flatMap(({ plan, place }, index) => instanceSeries(plan, place, index));
const families = Map.groupBy(series, ({ family }) => family);

const times: number[] = [];
for (let atMs = Math.ceil(fromMs / spacingMs) * spacingMs; atMs < toMs; atMs += spacingMs) times.push(atMs);

/** One column of samples for each series; instances step through time once. */
const columns = new Map<SeriesPlan, Float64Array>(series.map((one) => [one, new Float64Array(times.length)]));
for (const [index, { plan }] of instances.entries()) {
  const own = series.filter((one) => one.instance === index);
  const [first] = times;
  if (first === undefined) break;
  const timeline = new InstanceTimeline(plan, seed, first);
  for (const [at, atMs] of times.entries()) {
    timeline.moveTo(atMs);
    for (const one of own) {
      const column = columns.get(one);
      if (column !== undefined) column[at] = timeline.value(one);
    }
  }
}

const file = openSync(values.out, "w");
const stamps = times.map((atMs) => ` ${atMs / 1000}\n`);
for (const [family, members] of families) {
  const name = family.endsWith("_total") ? family.slice(0, -"_total".length) : family;
  writeSync(file, `# TYPE ${name} ${members[0]?.type ?? "gauge"}\n`);
  for (const one of members) {
    const column = columns.get(one) ?? new Float64Array();
    const start = `${one.text} `;
    let text = "";
    for (let at = 0; at < stamps.length; at += 1)
      text += start + Number((column[at] ?? 0).toPrecision(12)) + (stamps[at] ?? "");
    writeSync(file, text);
  }
}
writeSync(file, "# EOF\n");
closeSync(file);

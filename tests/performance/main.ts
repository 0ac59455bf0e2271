/**
 * `npm run bench`: compares the product with a peer in one run and prints ratios, without pass or fail. Select
 * benchmarks with `-- P4 P18`.
 */
import { parseArgs } from "node:util";
import { benchBaselines } from "./baselines/baselines";
import { benchBrowser } from "./browser/browser";
import { benchDataPath } from "./data-path/data-path";
import { benchJson } from "./json";
import { benchRooflinePage } from "./e4-roofline-page";
import { benchOneTrace } from "./traces/one-trace";
import { benchManySeries } from "./p19-many-series";
import { benchInvestigations } from "./investigations/investigations";
import { printTable, type BenchRow } from "./runner";
import { benchServer } from "./server/server";
import { benchChangePoints } from "./statistics/change-points";
import { benchVerdicts } from "./statistics/verdicts";
import { benchManyTraces } from "./traces/t1-many-traces";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { values, positionals } = parseArgs({
  options: { perfherder: { type: "string" } },
  allowPositionals: true,
});
const wanted = new Set(positionals.map((id) => id.toUpperCase()));
const wants = (id: string): boolean => wanted.size === 0 || wanted.has(id);
const report = (row: BenchRow): void => print(`${row.id} ${row.title}: ${row.ratio.toFixed(3)}`);
const dataPath = await benchDataPath(report, wants);
const json = await benchJson(report, wants);
const manySeries = wants("P19") ? await benchManySeries(report) : [];
const rooflinePage = wants("E4") ? await benchRooflinePage(report) : [];
const oneTrace = await benchOneTrace(report, wants);
const manyTraces = wants("T1") ? await benchManyTraces(report) : [];
const baselines = await benchBaselines(report, wants);
const investigations = await benchInvestigations(report, wants);
const browser = await benchBrowser(report, wants);
const server = await benchServer(report, wants);
if (wants("S1")) benchVerdicts(print);
if (wants("S2")) benchChangePoints(values.perfherder, print);
const rows = [
  ...dataPath,
  ...json,
  ...manySeries,
  ...rooflinePage,
  ...oneTrace,
  ...manyTraces,
  ...baselines,
  ...investigations,
  ...browser,
  ...server,
];
printTable(rows, print);
process.exit(0);

/** `npm run bench`: ours beside the peer in one run, ratios printed; nothing is judged. */
import { benchBrowser } from "./browser";
import { benchDataPath } from "./data-path";
import { benchManySeries } from "./p19-many-series";
import { printTable, type BenchRow } from "./runner";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const tell = (row: BenchRow): void => print(`${row.id} ${row.title}: ${row.ratio.toFixed(3)}`);
const dataPath = await benchDataPath(tell);
const manySeries = await benchManySeries(tell);
const rows = [...dataPath, ...manySeries, ...(await benchBrowser(tell))];
printTable(rows, print);
process.exit(0);

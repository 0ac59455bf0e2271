/** `npm run bench`: ours beside the peer in one run, ratios printed; nothing is judged. */
import { benchDataPath } from "./data-path";
import { printTable } from "./runner";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const rows = await benchDataPath((row) => print(`${row.id} ${row.title}: ${row.ratio.toFixed(3)}`));
printTable(rows, print);
process.exit(0);

/** Writes the tables of faults and attacks. */
import { attackRows, faultRows } from "./fault-rows";
import type { FaultRow, FaultTest } from "./fault-row";

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const head = ["id", "fault", "behaviour", "tests", "not tested"];

function testsText(tests: readonly FaultTest[]): string {
  const byFile = Map.groupBy(tests, ({ file }) => file);
  return [...byFile]
    .map(([file, group]) => `\`${file}\`: ${group.map(({ name }) => `“${name}”`).join(", ")}`)
    .join("; ");
}

const cellsOf = ({ id, fault, behaviour, tests, untested = "" }: FaultRow): readonly string[] => [
  id,
  fault,
  behaviour,
  testsText(tests),
  untested,
];

/** Returns the page `docs/faults.md`. */
export function faultsPage(notice: string, table: Table): string {
  return [
    "# Faults and attacks",
    notice,
    "Look up how Ridgepoint behaves under a fault, and which automated tests inject it. If a part of a fault is not tested, the last column states the reason. A test checks that each listed test exists.",
    "## Faults",
    table(head, faultRows.map(cellsOf)),
    "## Attacks",
    table(head, attackRows.map(cellsOf)),
  ].join("\n\n");
}

/** Groups the rows of a data check by signal family, problems first. */
import type { CheckRow } from "@/lib/model/data-check";
import { families, type Family } from "@/lib/model/signals/signal-definition";
import { signalDefinition } from "@/lib/model/signals/signals";
import { familyTitle } from "@/lib/format/family";

/** Rows of the data check for one family of signals. */
export interface CheckSection {
  readonly family: Family;
  readonly title: string;
  readonly rows: readonly CheckRow[];
}

/** Groups the rows by family, rows with problems first. */
export function groupCheckRows(
  rows: readonly CheckRow[],
  hidesRowsWithoutProblem: boolean,
): readonly CheckSection[] {
  return families.flatMap((family) => {
    const familyRows = rows
      .filter(({ signal }) => signalDefinition(signal).family === family)
      .filter((row) => !hidesRowsWithoutProblem || hasProblem(row))
      .toSorted((left, right) => rankRow(left) - rankRow(right));
    return familyRows.length === 0 ? [] : [{ family, title: familyTitle(family), rows: familyRows }];
  });
}

const hasProblem = ({ outcome, reason }: CheckRow): boolean => outcome !== "with-data" || reason !== null;

function rankRow(row: CheckRow): number {
  if (row.outcome === "error") return 0;
  if (row.outcome === "with-data") return hasProblem(row) ? 1 : 4;
  return row.reason === "not-exposed" ? 3 : 2;
}

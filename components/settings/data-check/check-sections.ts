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

/** Family of signals without a joined exporter. One line explains all its signals. */
export interface UnjoinedFamily {
  readonly family: Family;
  readonly title: string;
  readonly detail: string;
}

type JoinedFamilies = readonly { readonly family: string }[];

function isJoined(family: Family, attachments: JoinedFamilies): boolean {
  return family === "engine" || attachments.some((one) => one.family === family);
}

/** Returns the families of signals for which the deployment has no exporter. */
export function findUnjoinedFamilies(
  rows: readonly CheckRow[],
  attachments: JoinedFamilies,
): readonly UnjoinedFamily[] {
  return families.flatMap((family) => {
    const row = rows.find(({ signal }) => signalDefinition(signal).family === family);
    if (row === undefined || isJoined(family, attachments)) return [];
    return [{ family, title: familyTitle(family), detail: row.detail }];
  });
}

/** Returns the rows of the engine and of joined exporters. */
export function filterJoinedRows(
  rows: readonly CheckRow[],
  attachments: JoinedFamilies,
): readonly CheckRow[] {
  return rows.filter(({ signal }) => isJoined(signalDefinition(signal).family, attachments));
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

/** Numbers of signals by the outcome of their queries. */
export interface OutcomeCounts {
  readonly withDataCount: number;
  readonly withoutDataCount: number;
  readonly failedCount: number;
  readonly signalCount: number;
}

/** Counts the rows of the data check by the result of their query. */
export function countOutcomes(rows: readonly CheckRow[]): OutcomeCounts {
  const count = (outcome: CheckRow["outcome"]): number =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    withDataCount: count("with-data"),
    withoutDataCount: count("without-data"),
    failedCount: count("error"),
    signalCount: rows.length,
  };
}

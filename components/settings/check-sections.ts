/** The rows of a data check in the order one reads them: by who answers, what does not answer first. */
import type { CheckRow } from "@/lib/model/data-check";
import { families, type Family } from "@/lib/model/signal-definition";
import { signalDefinition } from "@/lib/model/signals";

export interface CheckSection {
  readonly family: Family;
  readonly title: string;
  readonly rows: readonly CheckRow[];
}

const titles: { readonly [F in Family]: string } = {
  engine: "Engine",
  gpu: "GPU",
  host: "Host",
  container: "Containers",
  database: "Database",
  training: "Training",
};

export function checkSections(rows: readonly CheckRow[], isOnlyTrouble: boolean): readonly CheckSection[] {
  return families.flatMap((family) => {
    const own = rows
      .filter(({ signal }) => signalDefinition(signal).family === family)
      .filter((row) => !isOnlyTrouble || isTroubled(row))
      .toSorted((left, right) => rank(left) - rank(right));
    return own.length === 0 ? [] : [{ family, title: titles[family], rows: own }];
  });
}

const isTroubled = ({ outcome, reason }: CheckRow): boolean => outcome !== "answers" || reason !== null;

function rank(row: CheckRow): number {
  if (row.outcome === "error") return 0;
  if (row.outcome === "answers") return isTroubled(row) ? 1 : 4;
  return row.reason === "not-exposed" ? 3 : 2;
}

export interface OutcomeCounts {
  readonly answers: number;
  readonly nothing: number;
  readonly error: number;
  readonly total: number;
}

export function countOutcomes(rows: readonly CheckRow[]): OutcomeCounts {
  const count = (outcome: CheckRow["outcome"]): number =>
    rows.filter((row) => row.outcome === outcome).length;
  return { answers: count("answers"), nothing: count("nothing"), error: count("error"), total: rows.length };
}

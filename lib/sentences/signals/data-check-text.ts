/** Counts the signals of a data check, and states which have data. Signals of an exporter that the deployment does not have are not missing. */
import type { CheckRow } from "@/lib/model/data-check";
import { families, type Family } from "@/lib/model/signals/signal-definition";
import { signalDefinition } from "@/lib/model/signals/signals";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { familyTitle } from "@/lib/format/family";

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

/** Numbers of signals by the outcome of their queries. */
interface OutcomeCounts {
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

/** Rows of a data check with the exporters that are joined to the deployment. */
interface CheckedSignals {
  readonly rows: readonly CheckRow[];
  readonly attachments: JoinedFamilies;
}

/** How many signals have data, and how many have none or could not be queried. */
interface SignalCountText {
  readonly first: string;
  readonly rest: string;
}

/** Returns two texts: "37 of 49 signals have data." and "12 signals have no data." */
export function describeSignalCounts({ rows, attachments }: CheckedSignals): SignalCountText {
  const { withDataCount, withoutDataCount, failedCount, signalCount } = countOutcomes(
    filterJoinedRows(rows, attachments),
  );
  const failed = failedCount === 0 ? "" : `${countWithNoun(failedCount, "query", "queries")} failed. `;
  const missing =
    withoutDataCount === 0
      ? "No signal is missing."
      : `${countWithNoun(withoutDataCount, "signal has", "signals have")} no data.`;
  return {
    first: `${withDataCount} of ${countWithNoun(signalCount, "signal")} ${singularOrPlural(withDataCount, "has", "have")} data.`,
    rest: `${failed}${missing}`,
  };
}

/** A signal without data, or a family of signals without an exporter, and why it is missing. */
interface MissingSignal {
  readonly title: string;
  readonly reason: string;
}

/** Returns the signals without data, each with the flag that enables it, and then one entry per family without an exporter. */
export function listMissingSignals({ rows, attachments }: CheckedSignals): readonly MissingSignal[] {
  return [
    ...filterJoinedRows(rows, attachments)
      .filter(({ outcome }) => outcome !== "with-data")
      .map(({ signal, detail, howToEnable }) => ({
        title: signalDefinition(signal).title,
        reason: howToEnable === null ? detail : `${detail} ${howToEnable}`,
      })),
    ...findUnjoinedFamilies(rows, attachments).map(({ title, detail }) => ({ title, reason: detail })),
  ];
}

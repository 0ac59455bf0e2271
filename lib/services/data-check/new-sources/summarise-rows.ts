/** Summarises the data check of one deployment: which signals have data, and why the others have none. Pure. */
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import type { SignalId } from "@/lib/model/signals/signals";

/** Signals without data for one reason. */
export interface MissingSignals {
  readonly signals: readonly SignalId[];
  readonly reason: CheckReason | null;
  readonly detail: string;
  readonly howToEnable: string | null;
}

/** The signals of a deployment by the result of their queries. */
export interface SignalSummary {
  readonly available: readonly SignalId[];
  /** Signals whose metrics exist, without enough requests now. */
  readonly withoutTraffic: readonly SignalId[];
  /** Signals that can be enabled first, and signals that the engine does not expose last. */
  readonly missing: readonly MissingSignals[];
}

const trafficReasons: ReadonlySet<CheckReason | null> = new Set<CheckReason>([
  "no-traffic",
  "too-few-samples",
]);
const maxTextLength = 500;

/** Groups the rows of a data check. Missing signals with the same reason and fix are one group. */
export function summariseRows(rows: readonly CheckRow[]): SignalSummary {
  const available = rows.filter(({ outcome }) => outcome === "with-data");
  const absent = rows.filter(({ outcome }) => outcome !== "with-data");
  const withoutTraffic = absent.filter(({ reason }) => trafficReasons.has(reason));
  const missing = absent.filter(({ reason }) => !trafficReasons.has(reason));
  const groups = Map.groupBy(missing, ({ reason, detail, howToEnable }) =>
    JSON.stringify([reason, detail, howToEnable]),
  );
  return {
    available: available.map(({ signal }) => signal),
    withoutTraffic: withoutTraffic.map(({ signal }) => signal),
    missing: [...groups.values()].map(toMissingSignals).toSorted((left, right) => rank(left) - rank(right)),
  };
}

function toMissingSignals(rows: readonly CheckRow[]): MissingSignals {
  const [first] = rows;
  return {
    signals: rows.map(({ signal }) => signal),
    reason: first?.reason ?? null,
    detail: escapeHiddenCharactersInLine(first?.detail ?? "", maxTextLength),
    howToEnable: first?.howToEnable ?? null,
  };
}

function rank({ howToEnable, reason }: MissingSignals): number {
  if (reason === "not-exposed") return 2;
  return howToEnable === null ? 1 : 0;
}

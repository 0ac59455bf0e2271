/** Returns a row of the data check with the given query outcome. */
import type { CheckRow } from "@/lib/model/data-check";
import type { SignalId } from "@/lib/model/signals/signals";

export function createCheckRow(
  signal: SignalId,
  outcome: CheckRow["outcome"],
  reason: CheckRow["reason"] = null,
): CheckRow {
  return { signal, outcome, reason, detail: "", howToEnable: null, value: null, caveat: null, queries: [] };
}

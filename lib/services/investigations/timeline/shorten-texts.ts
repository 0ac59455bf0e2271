/** Shortens replaced texts of steps, because the page reads the entries of the timeline every few seconds. */
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";

/** Characters of a replaced text that the page shows. */
const maxLength = 2_000;

/** Returns the entries. A replaced text longer than the limit is reduced to its start. */
export function shortenReplacedTexts(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.map((entry) => {
    const { payload } = entry;
    if (payload.kind !== "step-input" || payload.changes === undefined) return entry;
    const changes = payload.changes.map((change) =>
      change.from === null || change.from.length <= maxLength
        ? change
        : { ...change, from: `${change.from.slice(0, maxLength)}…`, isShortened: true },
    );
    return { ...entry, payload: { ...payload, changes } };
  });
}

/** Finds who saved a part of an investigation last, for the dialog about a conflict. */
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import type { SaveAuthor } from "@/components/shared/forms/use-saved-form";

/** Returns author and time of the newest entry that matches; null without one. Entries are in order, newest first. */
export function findLastSave(
  entries: readonly TimelineEntry[],
  matches: (payload: TimelineEntry["payload"]) => boolean,
): SaveAuthor | null {
  return entries.find(({ payload }) => matches(payload)) ?? null;
}

/** Finds who saved a part of an investigation last, for the dialog about a conflict. */
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import type { SaveAuthor } from "@/components/shared/forms/use-saved-form";

/** Returns author and time of the newest entry that matches; null without one. Entries are in order, newest first. */
export function findLastSaveAuthor(
  entries: readonly TimelineEntry[],
  matches: (payload: TimelineEntry["payload"]) => boolean,
): SaveAuthor | null {
  return entries.find(({ payload }) => matches(payload)) ?? null;
}

/**
 * Returns who changed the properties of an investigation last. A change of the state and a new round also change their
 * version.
 */
export function findPropertiesSaveAuthor({ timeline }: InvestigationResponse): SaveAuthor | null {
  return findLastSaveAuthor(
    timeline.entries,
    ({ kind }) => kind === "edited" || kind === "state" || kind === "round",
  );
}

/** Returns who changed an experiment last. Each action on an experiment changes its version. */
export function findExperimentSaveAuthor(
  { timeline }: InvestigationResponse,
  { number }: { readonly number: number },
): SaveAuthor | null {
  return findLastSaveAuthor(
    timeline.entries,
    (entry) => entry.kind === "experiment" && entry.number === number,
  );
}

/** Returns who saved or published the case study last. */
export function findCaseStudySaveAuthor({ timeline }: InvestigationResponse): SaveAuthor | null {
  return findLastSaveAuthor(
    timeline.entries,
    (entry) =>
      entry.kind === "report" &&
      entry.report === "case-study" &&
      (entry.action === "saved" || entry.action === "published" || entry.action === "withdrawn"),
  );
}

import type { InvestigationsResponse } from "@/lib/contracts/investigations/investigations";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { openStates } from "@/lib/model/investigation/investigation-state";

interface ListFacts {
  /** Investigations that match the filters, by state. Undefined until the list is loaded. */
  readonly counts: InvestigationsResponse["counts"] | undefined;
  readonly hasFailed: boolean;
  /** True if the person chose a filter other than the state. */
  readonly isFiltered: boolean;
}

/** Returns the headline of the list: how many open investigations there are, or how many match the filters. */
export function describeList({ counts, hasFailed, isFiltered }: ListFacts): string {
  if (counts === undefined) return hasFailed ? "The investigations could not be loaded." : "Investigations";
  const count = openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const subject = count === 0 ? "No open investigations" : countWithNoun(count, "open investigation");
  return isFiltered
    ? `${subject} ${singularOrPlural(count, "matches", "match")} the filters.`
    : `${subject}.`;
}

/** Describes the load on which a stored verdict rests, and why a stored verdict is no longer displayed. */
import type { OutdatedVerdictReason } from "@/lib/analysis/comparisons/verdict-provenance";
import { findLoadDifferences } from "@/lib/analysis/statistics/verdict/load";
import type { VerdictProvenance } from "@/lib/model/comparison/verdict-provenance";
import { loadLines } from "@/lib/sentences/comparisons/load-text";

const problemTexts: Readonly<Record<OutdatedVerdictReason, string>> = {
  "not-recorded":
    "An earlier release of Ridgepoint stored this result without the load of both sides, so equal load cannot be checked.",
  "unknown-rate": "The request rate of a side was unknown, so equal load cannot be checked.",
  "other-rules": "Another release of Ridgepoint stored this result by rules that this release does not use.",
  "other-load": "The stored load of both sides differs by more than 20 %.",
};

/** Returns why a stored verdict is not displayed, as a sentence. */
export function outdatedVerdictText(problem: OutdatedVerdictReason): string {
  return problemTexts[problem];
}

/** Phrase that names the two compared sides: of an experiment, of a validation, or of a goal check. */
export type ComparedSides =
  | "of the reference arm and of the changed arm"
  | "before and after the fix"
  | "of the baseline and of the checked window";

/** Returns the load of both sides, and the largest difference that counts as equal. Null if no load was recorded. */
export function verdictLoadText(provenance: VerdictProvenance | null, sides: ComparedSides): string | null {
  if (provenance === null) return null;
  const { load } = provenance;
  const lines = loadLines({ ...load, ...matchLoadOf(load) });
  return lines.length === 0 ? null : `Load ${sides}. ${lines.map((line) => `${line}.`).join(" ")}`;
}

function matchLoadOf({ before, after }: VerdictProvenance["load"]) {
  const { differences, unknown } = findLoadDifferences(before, after);
  return { differences: [...differences], unknown: [...unknown] };
}

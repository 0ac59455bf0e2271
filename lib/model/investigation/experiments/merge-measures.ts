/** Merges an edit of the measures and rules of an experiment. */
import type { ExperimentMeasures } from "./experiment";

type EditedMeasures = { readonly [Rule in keyof ExperimentMeasures]?: ExperimentMeasures[Rule] | undefined };

/** Returns the measures after an edit. Rules that the edit does not contain stay unchanged. */
export function mergeMeasures(present: ExperimentMeasures, edited: EditedMeasures): ExperimentMeasures {
  const {
    primary = present.primary,
    guards = present.guards,
    hasCostGuard = present.hasCostGuard,
    marginRatio = present.marginRatio,
    maxQualityDecrease = present.maxQualityDecrease,
    plannedBlocks = present.plannedBlocks,
    stopRule = present.stopRule,
  } = edited;
  return { primary, guards, hasCostGuard, marginRatio, maxQualityDecrease, plannedBlocks, stopRule };
}

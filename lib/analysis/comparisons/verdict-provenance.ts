/** Records the facts under which a verdict was given, and checks whether the present rules still give the verdict. */
import { findLoadDifferences, type WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import { verdictRulesVersion, type VerdictProvenance } from "@/lib/model/comparison/verdict-provenance";
import type { SignalId } from "@/lib/model/signals/signals";
import type { LoadComparison } from "./compared-load";
import { dependsOnRequests, hasUnknownRate } from "./unknown-rate";

/** Reason why the present rules would not give a stored verdict. */
export type OutdatedVerdictReason = "not-recorded" | "unknown-rate" | "other-rules" | "other-load";

/** Returns the provenance of a verdict that is given now: the version of the rules, and the load. */
export function createVerdictProvenance({
  before,
  after,
  isTotalRate,
  isDeclared,
}: LoadComparison): VerdictProvenance {
  return {
    rules: verdictRulesVersion,
    load: { before: toStoredLoad(before), after: toStoredLoad(after), isTotalRate, isDeclared },
  };
}

/** Returns the load of a window with null in place of each unknown number, because JSON has no undefined values. */
export function toStoredLoad(load: WindowLoad): VerdictProvenance["load"]["before"] {
  const { requestsPerInstance, promptTokens, outputTokens, fixedConcurrency } = load;
  return {
    requestsPerInstance: requestsPerInstance ?? null,
    promptTokens: promptTokens ?? null,
    outputTokens: outputTokens ?? null,
    fixedConcurrency: fixedConcurrency ?? null,
  };
}

/** Returns why the present rules would not give the stored verdict; null if they would. */
export function findOutdatedVerdictReason(
  basis: VerdictProvenance | null,
  signals: readonly SignalId[],
): OutdatedVerdictReason | null {
  if (basis === null) return "not-recorded";
  if (basis.rules !== verdictRulesVersion) return "other-rules";
  const { before, after, isDeclared } = basis.load;
  if (isDeclared) return null;
  const { differences, unknown } = findLoadDifferences(before, after);
  if (differences.length > 0) return "other-load";
  return hasUnknownRate(unknown) && signals.some(dependsOnRequests) ? "unknown-rate" : null;
}

/** Records the facts under which a verdict was given, and checks them by the present rules. */
import { matchLoad, type WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import { verdictRulesVersion, type VerdictBasis } from "@/lib/model/comparison/verdict-basis";
import type { SignalId } from "@/lib/model/signals/signals";
import type { LoadComparison } from "./compared-load";
import { dependsOnRequests, hasUnknownRate } from "./unknown-rate";

/** Why the present rules do not give a stored verdict. */
export type BasisProblem = "not-recorded" | "unknown-rate" | "other-rules" | "other-load";

/** Returns the facts of a verdict that is given now. */
export function createBasis({ before, after, isTotalRate, isDeclared }: LoadComparison): VerdictBasis {
  return {
    rules: verdictRulesVersion,
    load: { before: toStoredLoad(before), after: toStoredLoad(after), isTotalRate, isDeclared },
  };
}

/** Returns the load of a window with null in place of each unknown number, because JSON has no undefined values. */
export function toStoredLoad(load: WindowLoad): VerdictBasis["load"]["before"] {
  const { requestsPerInstance, promptTokens, outputTokens, fixedConcurrency } = load;
  return {
    requestsPerInstance: requestsPerInstance ?? null,
    promptTokens: promptTokens ?? null,
    outputTokens: outputTokens ?? null,
    fixedConcurrency: fixedConcurrency ?? null,
  };
}

/** Returns why the present rules do not give a verdict on the signals with these facts; null if they do. */
export function findBasisProblem(
  basis: VerdictBasis | null,
  signals: readonly SignalId[],
): BasisProblem | null {
  if (basis === null) return "not-recorded";
  if (basis.rules !== verdictRulesVersion) return "other-rules";
  const { before, after, isDeclared } = basis.load;
  if (isDeclared) return null;
  const { differences, unknown } = matchLoad(before, after);
  if (differences.length > 0) return "other-load";
  return hasUnknownRate(unknown) && signals.some(dependsOnRequests) ? "unknown-rate" : null;
}

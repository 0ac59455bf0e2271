/** Records the facts under which a verdict was given, and checks them by the present rules. */
import { matchLoad, type WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import { verdictRules, type VerdictBasis } from "@/lib/model/comparison/verdict-basis";
import type { LoadComparison } from "./compared-load";

/** Why the present rules do not give a stored verdict. */
export type BasisProblem = "not-recorded" | "other-rules" | "other-load";

/** Returns the facts of a verdict that is given now. */
export function createBasis({ before, after, isTotalRate, isDeclared }: LoadComparison): VerdictBasis {
  return {
    rules: verdictRules,
    load: { before: toStoredLoad(before), after: toStoredLoad(after), isTotalRate, isDeclared },
  };
}

function toStoredLoad(load: WindowLoad): VerdictBasis["load"]["before"] {
  const { requestsPerInstance, promptTokens, outputTokens, fixedConcurrency } = load;
  return {
    requestsPerInstance: requestsPerInstance ?? null,
    promptTokens: promptTokens ?? null,
    outputTokens: outputTokens ?? null,
    fixedConcurrency: fixedConcurrency ?? null,
  };
}

/** Returns why the present rules do not give a verdict with these facts; null if they do. */
export function findBasisProblem(basis: VerdictBasis | null): BasisProblem | null {
  if (basis === null) return "not-recorded";
  if (basis.rules !== verdictRules) return "other-rules";
  const { before, after, isDeclared } = basis.load;
  return !isDeclared && matchLoad(before, after).differences.length > 0 ? "other-load" : null;
}

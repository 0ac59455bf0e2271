/** The words of the verdicts of gates and their rules. */
import type { GateResult, GateVerdict, RuleVerdict } from "@/lib/model/gate/gate-result";

const gateVerdictTexts: Readonly<Record<GateVerdict, string>> = {
  pass: "Pass",
  fail: "Fail",
  "cannot-tell": "Cannot tell",
};

/** Verdict on a rule: the verdict on its numbers, or "no-verdict" if the data prevent a verdict of the gate. */
export type CountedVerdict = RuleVerdict | "no-verdict";

const ruleVerdictTexts: Readonly<Record<CountedVerdict, string>> = {
  pass: "Pass",
  fail: "Fail",
  undecided: "Undecided",
  "no-verdict": "No verdict",
};

/** Returns the label of a gate run's verdict. Null is a run that waits for the end of its window. */
export function gateVerdictWord(verdict: GateVerdict | null): string {
  return verdict === null ? "Waiting" : gateVerdictTexts[verdict];
}

/**
 * Returns the verdict on a rule. If the windows cannot be compared, for example because their models or loads differ, no
 * rule passes or fails.
 */
export function countVerdict(
  verdict: RuleVerdict,
  { obstacles }: Pick<GateResult, "obstacles">,
): CountedVerdict {
  return obstacles.length > 0 ? "no-verdict" : verdict;
}

/** Returns the label of the verdict on a gate rule. */
export function ruleVerdictWord(verdict: CountedVerdict): string {
  return ruleVerdictTexts[verdict];
}

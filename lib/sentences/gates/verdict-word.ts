/** The words of the verdicts of gates and their rules. */
import type { GateVerdict, RuleVerdict } from "@/lib/model/gate/gate-result";

const gateVerdictTexts: Readonly<Record<GateVerdict, string>> = {
  pass: "Pass",
  fail: "Fail",
  "cannot-tell": "Cannot tell",
};

const ruleVerdictTexts: Readonly<Record<RuleVerdict, string>> = {
  pass: "Pass",
  fail: "Fail",
  undecided: "Undecided",
};

/** Returns the label of a gate run's verdict. Null is a run that waits for the end of its window. */
export function gateVerdictWord(verdict: GateVerdict | null): string {
  return verdict === null ? "Waiting" : gateVerdictTexts[verdict];
}

/** Returns the label of the verdict on a gate rule. */
export function ruleVerdictWord(verdict: RuleVerdict): string {
  return ruleVerdictTexts[verdict];
}

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

/** Returns the word of a run's verdict; null is a run that waits. */
export function gateVerdictWord(verdict: GateVerdict | null): string {
  return verdict === null ? "Waiting" : gateVerdictTexts[verdict];
}

export function ruleVerdictWord(verdict: RuleVerdict): string {
  return ruleVerdictTexts[verdict];
}

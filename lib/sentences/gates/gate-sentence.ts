/** The verdict of a gate run as one or two sentences: the verdict word, then the number or the reason behind it. */
import { countWithNoun } from "@/lib/format/agreement";
import type { ExactValueVerdict, GateResult, RuleResult } from "@/lib/model/gate/gate-result";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { issueText } from "./issue-text";
import {
  exactStatisticName,
  isUnbounded,
  largestIncreaseText,
  rangeText,
  ruleName,
  signedPercent,
  undecidedText,
  valueText,
} from "./rule-text";
import { shareChangeText } from "./share-text";

/**
 * Returns the verdict of a gate run with its main reason. Null is a run that waits for the end of its
 * window.
 */
export function gateSentence(result: GateResult | null): string {
  if (result === null) return "Waiting for the end of the window.";
  switch (result.verdict) {
    case "pass":
      return `Pass: ${passText(result.rules)}`;
    case "fail":
      return `Fail: ${failText(result.rules)}`;
    case "cannot-tell":
      return `Cannot tell: ${reasonText(result)}`;
  }
}

/** States the rule with the largest regression relative to its limit. */
function passText(rules: readonly RuleResult[]): string {
  const closest = rules.toSorted((a, b) => shareOfLimit(b) - shareOfLimit(a))[0];
  if (closest === undefined) return "no rule was exceeded.";
  const summary =
    rules.length === 1 ? "the limit is not exceeded" : `none of the ${rules.length} limits is exceeded`;
  const { regression, maxRegressionRatio } = closest;
  if (regression === null) return `${summary}.`;
  return `${summary}. Closest to its limit: ${ruleName(closest)} with a regression of ${signedPercent(regression.value)}, limit ${percentText(maxRegressionRatio)}.`;
}

function shareOfLimit({ regression, maxRegressionRatio }: RuleResult): number {
  return (regression?.value ?? 0) / maxRegressionRatio;
}

/** States the failed rule with the largest regression relative to its limit, and counts the others. */
function failText(rules: readonly RuleResult[]): string {
  const failed = rules
    .filter(({ verdict }) => verdict === "fail")
    .toSorted((a, b) => shareOfLimit(b) - shareOfLimit(a));
  const [first] = failed;
  if (first === undefined) return "a rule failed.";
  const otherRules =
    failed.length === 1 ? "" : ` ${countWithNoun(failed.length - 1, "other rule")} failed too.`;
  return `${failedNumber(first)}${otherRules}`;
}

/** Returns the failed number of a rule. If buckets are too wide to judge a percentile, it is the mean or the share that failed. */
function failedNumber(rule: RuleResult): string {
  const part = rule.exact.find(({ verdict }) => verdict === "fail");
  const { regression } = part ?? rule;
  const name =
    part === undefined
      ? ruleName(rule)
      : `${ruleName(rule)}, judged by its ${exactStatisticName(rule, part)},`;
  const limit = `limit ${percentText(rule.maxRegressionRatio)}`;
  if (isStatedByValues(rule, part)) return `${name} regressed: ${bothValues(rule, part)}.`;
  return regression === null
    ? `${name} exceeds its ${limit}.`
    : `${name} regressed by ${percentText(regression.value)} (${rangeText(regression)}), ${limit}.`;
}

/**
 * Returns whether both values replace the relative change. A relative change of a small share is misleading, and 0 has no
 * relative change.
 */
function isStatedByValues(rule: RuleResult, part: ExactValueVerdict | undefined): boolean {
  const { baseline } = part ?? rule;
  const isShare = part === undefined ? rule.statistic === "ratio-to-requests" : part.aboveEdge !== null;
  return baseline !== null && (isShare || baseline.value === 0);
}

function bothValues(rule: RuleResult, part: ExactValueVerdict | undefined): string {
  const { baseline, window } = part ?? rule;
  const [before, now] = [baseline, window].map((one) => valueText(rule, one?.value ?? 0, part));
  return `${before} in the baseline, ${now} now`;
}

function reasonText({ obstacles, rules, warnings }: GateResult): string {
  const [obstacle, ...more] = obstacles.map(issueText);
  if (obstacle !== undefined)
    return more.length === 0 ? obstacle : `${obstacle} ${countWithNoun(more.length, "further reason")}.`;
  const undecided = rules.filter(({ verdict }) => verdict === "undecided");
  const [first] = undecided;
  if (first === undefined) return "The run has no data.";
  const otherRules =
    undecided.length === 1
      ? ""
      : ` ${countWithNoun(undecided.length - 1, "other rule is", "other rules are")} undecided too.`;
  const unsteady = warnings.find((one) => one.kind === "concern" && one.concern === "not-steady");
  const causes = [
    unsteady === undefined ? [] : [issueText(unsteady)],
    undecidedText(first.undecidedReason),
  ].flat();
  return `${undecidedNumber(first)} ${causes.join(" ")}${otherRules}`;
}

/** States both values and the interval of the first undecided number. The rules below the sentence have the others. */
function undecidedNumber(rule: RuleResult): string {
  const part = rule.exact.find(({ verdict }) => verdict === "undecided");
  const { baseline, window, regression } = part ?? rule;
  const name = part === undefined ? ruleName(rule) : exactStatisticName(rule, part);
  if (baseline === null || window === null || regression === null) return `${name} is undecided.`;
  const change = bothValues(rule, part);
  const shareChange = shareChangeText(rule, part ?? rule);
  if (shareChange !== null)
    return `${name} is undecided: ${change}. The 95 % interval of the change is ${shareChange.interval}, and the maximum increase is ${shareChange.limit}.`;
  const largestIncrease = largestIncreaseText(rule, part ?? rule);
  if (largestIncrease !== null)
    return `${name} is undecided: ${change}. The maximum increase is ${largestIncrease}.`;
  const amount = isUnbounded(regression)
    ? `${signedPercent(regression.value)} with an unbounded interval`
    : rangeText(regression);
  return `${name} is undecided: ${change}, regression ${amount}, limit ${percentText(part?.limitRatio ?? rule.maxRegressionRatio)}.`;
}

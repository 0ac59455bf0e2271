/** The check of one goal or condition in sentences: the value with its interval, and why there is no verdict. */
import type { GoalPart, GoalReason, MissingBaseline } from "@/lib/analysis/goals/judged-target";
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatBucket, formatCount, formatNumber, formatValue, formatWithUnit } from "@/lib/format/number";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { GateEstimate, GateIssue } from "@/lib/model/gate/gate-result";
import type { Goal, MeasuredValue } from "@/lib/model/investigation/goal";
import { issueText } from "@/lib/sentences/gates/issue-text";
import { ruleText, signedPercent, undecidedText } from "@/lib/sentences/gates/rule-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { formatCondition, formatGoal, formatMeasuredValue, formatPrice } from "./goal-text";

/** Returns the goal or the condition: "TTFT p95 at most 1.00 s". */
export function goalPartTitle(part: GoalPart): string {
  const title = part.kind === "goal" ? formatGoal(part.goal) : formatCondition(part.condition);
  return part.isPerInstance === true ? `${title}, per instance` : title;
}

/** Returns the value with its interval and n, and the reason if there is no verdict. */
export function goalPartText(part: GoalPart): string {
  const numbers = part.kind === "goal" ? goalNumbers(part.goal, part) : conditionNumbers(part);
  const needsReason = part.reason !== null && !isInRuleText(part);
  return [numbers, ...(needsReason && part.reason !== null ? [goalReasonText(part.reason, part)] : [])]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Returns the signal and statistic; null for a condition without a signal. */
export function findMeasuredValue(part: GoalPart): MeasuredValue | null {
  if (part.kind === "goal") return part.goal;
  return part.condition.kind === "signal" ? part.condition : null;
}

/** Returns whether the text of the gate rule already contains the reason why there is no verdict. */
function isInRuleText({ rule, reason }: GoalPart): boolean {
  return rule !== null && reason?.kind !== "issues";
}

function conditionNumbers(part: GoalPart): string {
  const { rule, reason } = part;
  if (rule === null) return costNumbers(part);
  return ruleText(reason?.kind === "issues" ? { ...rule, undecidedReason: null } : rule);
}

/** Returns the cost with its interval and the price behind it; empty without a cost. */
function costNumbers({ measured, cost }: GoalPart): string {
  if (measured === null || cost === null) return "";
  const { acceleratorCount, pricePerAcceleratorHour, currency } = cost;
  const { value, lower, upper, n } = measured;
  const interval =
    upper === null
      ? `at least ${formatPrice(lower, currency)}`
      : `${formatNumber(lower)} to ${formatPrice(upper, currency)}`;
  const hardware = `${countWithNoun(acceleratorCount, "GPU")} at ${formatPrice(pricePerAcceleratorHour, currency)} per hour`;
  return `A million output tokens cost ${formatPrice(value, currency)} (95 % interval ${interval}, n = ${formatCount(n)} tokens) with ${hardware}.`;
}

function goalNumbers(goal: Goal, { measured, baseline, change, isPerInstance }: GoalPart): string {
  if (measured === null) return "";
  const name = `${formatMeasuredValue(goal)}${isPerInstance === true ? " per instance" : ""}`;
  const { unit, displayUnit } = unitOfStatistic(goal.signal, goal.statistic);
  const inUnit = (value: number): string => formatWithUnit(value, unit, displayUnit);
  const counted = `n = ${formatCount(measured.n)}`;
  if (baseline === null)
    return `${name} is ${inUnit(measured.value)} (95 % interval ${intervalText(measured, goal)}, ${counted}).`;
  const values = `${inUnit(baseline.value)} in the baseline, ${inUnit(measured.value)} now`;
  if (change === null) return `${name}: ${values} (${counted}).`;
  const direction = change.value < 0 ? "lower" : "higher";
  const amount = `${percentText(Math.abs(change.value))} ${direction} than in the baseline`;
  return `${name} is ${amount} (95 % interval of the change ${changeRangeText(change)}, ${counted}): ${values}.`;
}

/** Returns "0.31 to 0.40 s", "at least 0.31 s" without an upper end, or "unbounded" instead of "at least 0 s". */
function intervalText({ lower, upper }: GateEstimate, { signal, statistic }: MeasuredValue): string {
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  if (upper === null) return lower > 0 ? `at least ${formatWithUnit(lower, unit, displayUnit)}` : "unbounded";
  return `${formatValue(lower, unit, displayUnit).text} to ${formatWithUnit(upper, unit, displayUnit)}`;
}

function changeRangeText({ lower, upper }: NonNullable<GoalPart["change"]>): string {
  const [from, to] = [lower, upper].map((end) => (end === null ? "no limit" : signedPercent(end)));
  return `${from ?? ""} to ${to ?? ""}`;
}

/** Returns why there is no verdict, and what would be enough for one. */
function goalReasonText(reason: GoalReason, part: GoalPart): string {
  switch (reason.kind) {
    case "no-value":
    case "no-base":
      return undecidedText(reason);
    case "few-samples":
      return fewSamplesText(reason.further, part.measured);
    case "resolution": {
      const measured = findMeasuredValue(part);
      const { unit, displayUnit } = unitOfStatistic(measured?.signal ?? "ttft", measured?.statistic ?? "p95");
      return `The percentile may be anywhere ${formatBucket(reason.bucket, unit, displayUnit)}, which is one bucket of the histogram. More requests do not help: choose a bucket edge or the mean as the target.`;
    }
    case "issues":
      return reason.issues.map(goalIssueText).join(" ");
    case "no-price":
    case "other-currency":
    case "no-gpu-count":
      return costReasonText(reason);
    case "stated":
      return "No metric of Ridgepoint measures this condition, so a person must confirm it.";
    case "no-direction":
      return "Neither higher nor lower values of this signal are better, so it cannot worsen.";
    case "no-baseline":
    case "no-document":
    case "other-deployment":
      return missingBaselineText(reason);
  }
}

/** Returns why there is no cost, as sentences. */
export function costReasonText(
  reason: Extract<GoalReason, { kind: "no-price" | "other-currency" | "no-gpu-count" }>,
): string {
  switch (reason.kind) {
    case "no-price":
      return "The price of a GPU hour is not known. Enter it on the page Roofline, under “Inputs”, or as gpuHourPrice in the configuration file.";
    case "other-currency":
      return `The price of a GPU hour is in ${reason.currency}. Set the limit in the same currency.`;
    case "no-gpu-count":
      return "The number of GPUs is not known. Enter it on the page Roofline, under “Inputs”, or scrape a GPU exporter.";
  }
}

function missingBaselineText(reason: MissingBaseline): string {
  switch (reason.kind) {
    case "no-baseline":
      return "The comparison needs a baseline. Choose the baseline of the investigation.";
    case "no-document":
      return "The baseline has no data: its capture failed or is not complete yet.";
    case "other-deployment":
      return `The baseline was captured from ${reason.title}, so this deployment cannot be compared with it.`;
  }
}

function fewSamplesText(
  { neededWindowMs, additionalRequestCount }: Extract<GoalReason, { kind: "few-samples" }>["further"],
  measured: GoalPart["measured"],
): string {
  if (neededWindowMs === null && measured?.upper === null)
    return "The interval contains the target and has no upper end: the window has too few independent requests, or its latency changes too much. Check a longer window with stable load and latency.";
  if (neededWindowMs === null)
    return "The interval contains the target, and the value is too close to it for a longer window to decide.";
  const requests =
    additionalRequestCount === null
      ? ""
      : `, with about ${countWithNoun(additionalRequestCount, "more request")},`;
  return `The interval contains the target. A window of ${formatElapsed(neededWindowMs)}${requests} would be enough for a verdict.`;
}

/**
 * Returns a fact that limits the data, as a sentence. A changed environment is only a remark here, because
 * the fix may be the change.
 */
export function goalIssueText(issue: GateIssue): string {
  if (issue.kind === "environment")
    return `${issue.path} differs from the baseline: ${issue.baseline} then, ${issue.window} now.`;
  // The rule is the same as for gates, but the sentence is about a goal.
  return issueText(issue).replace("A gate compares windows", "The check compares windows");
}

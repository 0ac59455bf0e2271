/**
 * The check of a goal and its conditions on one deployment. The goal is met only if its target and all conditions are.
 *
 * A condition is judged as a rule of a gate. Incomplete, stale or contaminated data give the verdict "cannot tell". Parts that
 * are compared with the baseline need equal load too. A changed environment is a warning only, because it is the fix.
 */
import { compareEnvironments } from "@/lib/analysis/comparisons/compare-environments";
import { compareLoads } from "@/lib/analysis/comparisons/compared-load";
import { createVerdictProvenance } from "@/lib/analysis/comparisons/verdict-provenance";
import {
  classifyConcerns,
  classifyLoadIssues,
  findIncompleteSignals,
  findStaleness,
  type GateIssues,
} from "@/lib/analysis/gates/data-issues";
import { classifyEnvironmentIssues } from "@/lib/analysis/gates/environment-issues";
import type { GateSide } from "@/lib/analysis/gates/judge-gate";
import { judgeRule, type GateMeasurements } from "@/lib/analysis/gates/judge-rule";
import { chooseInstanceCounts } from "@/lib/model/comparison/instance-counts";
import type { VerdictProvenance } from "@/lib/model/comparison/verdict-provenance";
import type { GateIssue } from "@/lib/model/gate/gate-result";
import type { GateRule } from "@/lib/model/gate/gate-rule";
import type { Condition, Goal, GoalVerdict, WorseningLimit } from "@/lib/model/investigation/goal";
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { signalDefinition } from "@/lib/model/signals/signals";
import { costTokenRate, judgeCost } from "./judge-cost";
import { judgeAbsoluteGoal, judgeRelativeGoal, goalVerdictByRuleVerdict } from "./judge-goal-target";
import {
  createUndecidedTarget,
  type GoalPart,
  type JudgedTarget,
  type MissingBaseline,
} from "./judged-target";

/** Baseline of a goal, or the reason why it is missing. */
export type GoalBaseline =
  | MissingBaseline
  | {
      readonly kind: "captured";
      readonly side: GateSide;
      /** Issues that are known without the measurements, such as an expired baseline. */
      readonly knownIssues: GateIssues;
    };

/** Goal, conditions, and the measurements by which they are judged. */
export interface GoalInput {
  readonly goal: Goal;
  readonly conditions: readonly Condition[];
  readonly window: GateSide;
  readonly baseline: GoalBaseline;
  /** Price of a GPU hour; null if neither a person nor the configuration file has entered it. */
  readonly price: GpuHourPrice | null;
  /** Number of GPUs that a person entered. Null or absent if none was entered. */
  readonly enteredCount?: number | null;
}

/** Verdict of a goal, with the verdicts of its conditions. */
export interface GoalJudgement {
  readonly verdict: GoalVerdict;
  /** The goal first, then the conditions in their order. */
  readonly parts: readonly GoalPart[];
  /** Facts that weaken the verdicts. */
  readonly warnings: readonly GateIssue[];
  /** The load of the baseline and of the window; null without a baseline. */
  readonly basis: VerdictProvenance | null;
}

/**
 * Judges a goal and its conditions for one window. The goal is met only if its target and all conditions are
 * met.
 */
export function judgeGoal(input: GoalInput): GoalJudgement {
  const { goal, conditions, window, baseline } = input;
  const parts: readonly GoalPart[] = [
    { kind: "goal", goal, ...judgeTarget(input) },
    ...conditions.map((condition): GoalPart => ({
      kind: "condition",
      condition,
      ...judgeCondition(condition, input),
    })),
  ];
  return {
    verdict: combineVerdicts(parts.map(({ verdict }) => verdict)),
    parts,
    warnings: listWarnings(input),
    basis:
      baseline.kind === "captured"
        ? createVerdictProvenance(compareLoads(baseline.side.load, window.load, null))
        : null,
  };
}

/** Returns "not met" if one target is not met, "met" if all are met, and "cannot tell" in all other cases. */
export function combineVerdicts(verdicts: readonly GoalVerdict[]): GoalVerdict {
  if (verdicts.includes("not-met")) return "not-met";
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "met") ? "met" : "cannot-tell";
}

function judgeTarget({ goal, window, baseline }: GoalInput): JudgedTarget {
  const rule = { ...goal, maxRegressionRatio: 0 };
  if (goal.kind !== "change")
    return withObstacles(judgeAbsoluteGoal(goal, window.measured), listWindowIssues(window, rule));
  if (baseline.kind !== "captured") return createUndecidedTarget(baseline);
  const measured = measureBoth(baseline.side, window);
  return withObstacles(judgeRelativeGoal(goal, measured), [
    ...listWindowIssues(window, rule),
    ...listComparisonIssues(baseline, window, rule),
  ]);
}

function judgeCondition(
  condition: Condition,
  { window, baseline, price, enteredCount = null }: GoalInput,
): JudgedTarget {
  if (condition.kind === "stated") return createUndecidedTarget({ kind: "stated" });
  if (condition.kind === "cost") {
    const rule = { ...costTokenRate, maxRegressionRatio: 0 };
    return withObstacles(
      judgeCost(condition, { window, price, enteredCount }),
      listWindowIssues(window, rule),
    );
  }
  if (signalDefinition(condition.signal).better === "neither")
    return createUndecidedTarget({ kind: "no-direction" });
  if (baseline.kind !== "captured") return createUndecidedTarget(baseline);
  const rule = toRule(condition);
  const { side } = baseline;
  const result = judgeRule(rule, measureBoth(side, window));
  const upper = result.regression?.upper ?? null;
  const judged: JudgedTarget = {
    verdict: goalVerdictByRuleVerdict[result.verdict],
    measured: result.window,
    baseline: result.baseline,
    change: result.regression,
    limit: rule.maxRegressionRatio,
    marginRatio: upper === null ? null : rule.maxRegressionRatio - upper,
    reason: result.undecidedReason,
    rule: result,
    cost: null,
    ...(result.isPerInstance === true ? { isPerInstance: true as const } : {}),
  };
  return withObstacles(judged, [
    ...listWindowIssues(window, rule),
    ...listComparisonIssues(baseline, window, rule),
  ]);
}

function measureBoth(baseline: GateSide, window: GateSide): GateMeasurements {
  return {
    baseline: baseline.measured,
    window: window.measured,
    instanceCounts: chooseInstanceCounts(baseline.load.meanInstanceCount, window.load.meanInstanceCount),
  };
}

function toRule({ signal, statistic, maxWorseningRatio }: WorseningLimit): GateRule {
  return { signal, statistic, maxRegressionRatio: maxWorseningRatio };
}

/**
 * Replaces the verdict by "cannot tell" if there are issues. The values remain, because they show how far the value is
 * from the target.
 */
function withObstacles(judged: JudgedTarget, issues: readonly GateIssue[]): JudgedTarget {
  return issues.length === 0
    ? judged
    : { ...judged, verdict: "cannot-tell", reason: { kind: "issues", issues } };
}

function listWindowIssues({ measured, concerns }: GateSide, rule: GateRule): readonly GateIssue[] {
  return [
    ...classifyConcerns(concerns, "window").obstacles,
    ...findStaleness(measured, [rule]),
    ...findIncompleteSignals(measured, [rule], "window"),
  ];
}

type CapturedBaseline = Extract<GoalBaseline, { kind: "captured" }>;

function listComparisonIssues(
  { side, knownIssues }: CapturedBaseline,
  window: GateSide,
  rule: GateRule,
): readonly GateIssue[] {
  return [
    ...knownIssues.obstacles,
    ...classifyConcerns(side.concerns, "baseline").obstacles,
    ...findIncompleteSignals(side.measured, [rule], "baseline"),
    ...classifyLoadIssues(compareLoads(side.load, window.load, null), false).obstacles,
  ];
}

function listWarnings({ goal, conditions, window, baseline }: GoalInput): readonly GateIssue[] {
  const ofWindow = classifyConcerns(window.concerns, "window").warnings;
  if (baseline.kind !== "captured") return ofWindow;
  const { side, knownIssues } = baseline;
  const isCompared = goal.kind === "change" || conditions.some(({ kind }) => kind === "signal");
  const load = classifyLoadIssues(compareLoads(side.load, window.load, null), false);
  const compared = compareEnvironments(side.environment, window.environment, {
    factor: null,
    isStrict: false,
  });
  const environment = classifyEnvironmentIssues(compared, { factor: null, isStrict: false }).obstacles;
  return [
    ...ofWindow,
    ...(goal.kind === "change" ? [] : load.obstacles),
    ...(isCompared
      ? [...knownIssues.warnings, ...load.warnings, ...classifyConcerns(side.concerns, "baseline").warnings]
      : []),
    ...environment,
  ];
}

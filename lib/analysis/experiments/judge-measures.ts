/**
 * Judges the measures of two arms and compares their load, on the same blocks.
 *
 * With the stop rule "first verdict", the experiment ends at the first interim analysis at which the primary measure
 * has a verdict. The primary measure then uses no later blocks, so its verdict does not change. If the load differs
 * before that interim analysis, no verdict is reported, and further blocks are used. A guard is judged until the
 * planned blocks, because harm may appear later. From the first interim analysis that finds a guard worse, its verdict
 * remains "worse".
 */
import { computeLoad } from "@/lib/analysis/baselines/describe-load";
import { compareLoads, type LoadComparison } from "@/lib/analysis/comparisons/compared-load";
import { dependsOnRequests, hasUnknownRate } from "@/lib/analysis/comparisons/unknown-rate";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import type { Verdict } from "@/lib/analysis/statistics/verdict/judge-change";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import { isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import { judgeCostGuard, type CostFact, type JudgedCost } from "./judge-cost-guard";
import {
  countBlocksUntil,
  listBlockValues,
  meanRequestsPerBlock,
  takeFirstBlocks,
  type ArmBlocks,
} from "./arm-blocks";
import { fillInstanceCounts, meanInstanceCount } from "./instance-counts";
import { judgeInterimAnalyses, judgeMeasure, type JudgedMeasure, type MeasureOptions } from "./judge-measure";

/** Probability that an experiment reports a difference by mistake, over all interim analyses together. */
export const falseAlarmRatio = 0.05;

/** Time blocks of one arm of an experiment, and the cost of its GPUs. */
export interface ObservedArm {
  readonly blocks: ArmBlocks;
  /** How the engine counts requests, from which the arrivals follow; null if it is unknown. */
  readonly requestCounting: RequestCounting | null;
  /** Cost of the GPUs; null without a guard for the cost. */
  readonly cost: CostFact | null;
}

type ArmPair<T> = readonly [reference: T, changed: T];

/** Comparisons of the primary measure and the guard measures of an experiment. */
export interface JudgedMeasures {
  readonly primary: JudgedMeasure;
  /** The declared guards, then the cost. */
  readonly guards: readonly JudgedMeasure[];
  /** Reason why the cost was not judged. Null if it was judged, or if the experiment has no cost guard. */
  readonly unknownCost: JudgedCost["reason"];
  /** Load of the arms in the blocks of the primary measure. */
  readonly load: LoadComparison;
  /**
   * Blocks whose environment must be equal: the blocks until the deciding interim analysis, or until the last used
   * block if no interim analysis has decided.
   */
  readonly usedBlocks: ArmPair<ArmBlocks>;
  /** True if the primary measure has all planned blocks. */
  readonly hasPlannedBlocks: boolean;
}

/** Declared factor and measures by which an experiment is judged. */
export interface ExperimentRules {
  readonly factor: DeclaredFactor;
  readonly measures: ExperimentMeasures;
}

/**
 * Compares the primary measure and the guard measures of both arms. Blocks after the planned number are not
 * used.
 */
export function judgeMeasures(rules: ExperimentRules, arms: ArmPair<ObservedArm>): JudgedMeasures {
  const isFirstVerdict = rules.measures.stopRule === "first-verdict";
  const judged = judgeBlocks(rules, arms, isFirstVerdict);
  return isFirstVerdict && findLoadProblem(judged) !== null ? judgeBlocks(rules, arms, false) : judged;
}

/**
 * Returns why the load prevents a verdict; null if it does not, also if the load is the declared factor. The load
 * counts as unknown if the request rate of an arm is unknown and a measure depends on requests.
 */
export function findLoadProblem({
  load,
  primary,
  guards,
  usedBlocks,
}: Pick<JudgedMeasures, "load" | "primary" | "guards" | "usedBlocks">): "different" | "unknown" | null {
  const { differences, unknown, isDeclared } = load;
  if (isDeclared) return null;
  if (differences.length > 0) return "different";
  // The rate of an experiment that has just started may not be known yet.
  const isMeasured = usedBlocks.every(({ startsMs }) => startsMs.length >= minBlocks);
  const isServing = [primary, ...guards].some(({ signal }) => dependsOnRequests(signal));
  return isMeasured && isServing && hasUnknownRate(unknown) ? "unknown" : null;
}

/** Judges the blocks of both arms. If `isLatched` is true, the primary measure ends at its first verdict. */
function judgeBlocks(
  { factor, measures }: ExperimentRules,
  arms: ArmPair<ObservedArm>,
  endsAtFirstVerdict: boolean,
): JudgedMeasures {
  const { plannedBlocks, marginRatio } = measures;
  const judge = (
    key: StatisticKey,
    blocks: ArmPair<ArmBlocks>,
    options: Pick<MeasureOptions, "alpha" | "finalVerdicts">,
  ): JudgedMeasure => {
    const eventSize = key.statistic === "ratio-to-requests" ? findEventSize(blocks) : 0;
    const values = listComparedValues(key, blocks, plannedBlocks);
    return judgeMeasure(key, values, { ...options, marginRatio, plannedBlocks, eventSize });
  };
  const observed = [arms[0].blocks, arms[1].blocks] as const;
  const primary = judge(measures.primary, observed, {
    alpha: falseAlarmRatio,
    finalVerdicts: endsAtFirstVerdict ? ["better", "worse", "same"] : [],
  });
  const isDecided = endsAtFirstVerdict && primary.verdict !== "cannot-tell";
  const compared =
    primary.blockCount >= minBlocks ? cutAfter(observed, [primary]) : takeEqual(observed, plannedBlocks);
  const cost = findCosts(measures, arms);
  const guardRules = {
    alpha: falseAlarmRatio / (measures.guards.length + (cost === null ? 0 : 1)),
    finalVerdicts: ["worse"],
  } as const;
  const judgedCost =
    cost === null
      ? null
      : judgeCostGuard(observed, cost, { ...guardRules, marginRatio, plannedBlocks, eventSize: 0 });
  const costMeasure = judgedCost?.measure ?? null;
  const guards = [
    ...measures.guards.map((key) => judge(key, observed, guardRules)),
    ...(costMeasure === null ? [] : [costMeasure]),
  ];
  return {
    primary,
    guards,
    unknownCost: judgedCost?.reason ?? null,
    load: compareLoads(loadOf(arms[0], compared[0]), loadOf(arms[1], compared[1]), factor),
    usedBlocks: isDecided ? compared : cutAfter(observed, [primary, ...guards]),
    hasPlannedBlocks: primary.blockCount >= plannedBlocks,
  };
}

/** Returns the verdict on a guard at each interim analysis, in order of time. */
export function judgeGuardInterimAnalyses(
  key: StatisticKey,
  { measures }: ExperimentRules,
  arms: ArmPair<ObservedArm>,
): readonly Verdict[] {
  const { plannedBlocks, marginRatio, guards } = measures;
  const blocks = [arms[0].blocks, arms[1].blocks] as const;
  return judgeInterimAnalyses(key, listComparedValues(key, blocks, plannedBlocks), {
    // The guards and the cost share one probability of a false alarm.
    alpha: falseAlarmRatio / (guards.length + (findCosts(measures, arms) === null ? 0 : 1)),
    marginRatio,
    plannedBlocks,
    eventSize: key.statistic === "ratio-to-requests" ? findEventSize(blocks) : 0,
  });
}

function findCosts(
  { hasCostGuard }: ExperimentMeasures,
  [{ cost: reference }, { cost: changed }]: ArmPair<ObservedArm>,
): ArmPair<CostFact> | null {
  return hasCostGuard && reference !== null && changed !== null ? [reference, changed] : null;
}

/** Returns the load of an arm in the compared blocks. */
function loadOf({ requestCounting }: ObservedArm, blocks: ArmBlocks) {
  const { startsMs, measured } = blocks;
  return computeLoad(measured, {
    instanceCount: meanInstanceCount(blocks),
    requestCounting,
    entered: {},
    blockIndexes: startsMs.map((startMs) => Math.round((startMs - (startsMs[0] ?? 0)) / measured.blockMs)),
    hasSeveralWindows: true,
  });
}

function listComparedValues(
  key: StatisticKey,
  [reference, changed]: ArmPair<ArmBlocks>,
  plannedBlocks: number,
): ArmPair<Float64Array> {
  const divisors = findInstanceDivisors(key, [reference, changed]);
  const listValues = ({ measured }: ArmBlocks, counts: readonly number[] | null): Float64Array =>
    listBlockValues(measured, key, counts).subarray(0, plannedBlocks);
  return [listValues(reference, divisors?.[0] ?? null), listValues(changed, divisors?.[1] ?? null)];
}

/**
 * Returns the numbers of instances by which the totals of each block are divided. Totals are divided if the number of
 * instances differs between the arms or changes within an arm. Returns null if values are compared undivided, also if a
 * number of instances is unknown.
 */
export function findInstanceDivisors(
  key: StatisticKey,
  [reference, changed]: ArmPair<Pick<ArmBlocks, "instanceCounts">>,
): ArmPair<readonly number[]> | null {
  const [first, second] = [fillInstanceCounts(reference), fillInstanceCounts(changed)];
  if (!isTotalOfInstances(key) || first === null || second === null) return null;
  return new Set([...first, ...second]).size > 1 ? [first, second] : null;
}

/** Returns the event ratio of a block with one event, for the arm with fewer requests per block. */
function findEventSize([reference, changed]: ArmPair<ArmBlocks>): number {
  const requests = Math.min(meanRequestsPerBlock(reference.measured), meanRequestsPerBlock(changed.measured));
  return requests >= 1 ? 1 / requests : 1;
}

/** Returns the blocks of each arm until the last block that any measure used. */
function cutAfter(
  [reference, changed]: ArmPair<ArmBlocks>,
  judged: readonly JudgedMeasure[],
): ArmPair<ArmBlocks> {
  const cut = (blocks: ArmBlocks): ArmBlocks =>
    takeFirstBlocks(blocks, Math.max(...judged.map((one) => countBlocksUntil(blocks, one, one.blockCount))));
  return [cut(reference), cut(changed)];
}

function takeEqual([reference, changed]: ArmPair<ArmBlocks>, plannedBlocks: number): ArmPair<ArmBlocks> {
  const count = Math.min(plannedBlocks, reference.startsMs.length, changed.startsMs.length);
  return [takeFirstBlocks(reference, count), takeFirstBlocks(changed, count)];
}

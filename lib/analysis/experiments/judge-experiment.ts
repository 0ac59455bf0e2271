/**
 * Verdict of an experiment: the primary measure, then everything that can overrule it.
 *
 * - A difference of the environment outside the declared factor, between the arms or within one arm, refuses the verdict.
 * - Different load refuses the verdict, unless the load is the factor.
 * - A guard measure that is worse, or a quality score that fell, makes the experiment worse.
 *
 * The probability of a false alarm is α for the primary measure over all looks. The guards share a second α.
 */
import {
  compareEnvironments,
  type EnvironmentComparison,
} from "@/lib/analysis/comparisons/compare-environments";
import { compareLoads, type LoadComparison } from "@/lib/analysis/comparisons/compared-load";
import type { BaselineLoad } from "@/lib/model/baseline/baseline-document";
import type { Environment } from "@/lib/model/baseline/environment";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type {
  ArmRole,
  ExperimentMeasures,
  QualityScore,
} from "@/lib/model/investigation/experiments/experiment";
import { listBlockValues } from "./arm-blocks";
import { judgeMeasure, type JudgedMeasure } from "./judge-measure";
import { judgeQuality, type JudgedQuality } from "./judge-quality";

/** Probability that a difference is reported by mistake, over all looks of the experiment. */
export const falseAlarmRatio = 0.05;

/** Everything that was measured of one arm. */
export interface MeasuredArm {
  readonly blocks: MeasuredBlocks;
  readonly load: BaselineLoad;
  /** The environment at the end of each window. */
  readonly environments: readonly Environment[];
}

export type ExperimentVerdict = "better" | "worse" | "same" | "cannot-tell";

export type ExperimentRefusal =
  | { readonly kind: "environment"; readonly comparison: EnvironmentComparison }
  /** The environment changed within an arm. */
  | { readonly kind: "arm-changed"; readonly role: ArmRole; readonly paths: readonly string[] }
  | { readonly kind: "load"; readonly load: LoadComparison };

export interface JudgedExperiment {
  readonly verdict: ExperimentVerdict;
  readonly refusal: ExperimentRefusal | null;
  readonly primary: JudgedMeasure;
  readonly guards: readonly JudgedMeasure[];
  readonly quality: readonly JudgedQuality[];
  readonly load: LoadComparison;
  readonly environment: EnvironmentComparison;
  /** The declared stop rule is met, so further blocks change nothing. */
  readonly isComplete: boolean;
}

export interface ExperimentData {
  readonly factor: DeclaredFactor;
  readonly measures: ExperimentMeasures;
  readonly scores: readonly Pick<QualityScore, "role" | "name" | "value">[];
  readonly reference: MeasuredArm;
  readonly changed: MeasuredArm;
}

/** Returns the verdict. Blocks after the planned number are not used. */
export function judgeExperiment(data: ExperimentData): JudgedExperiment {
  const { factor, measures, scores, reference, changed } = data;
  const { primary, guards, marginRatio, plannedBlocks, stopRule } = measures;
  const valuesOf = ({ blocks }: MeasuredArm, key: typeof primary): Float64Array =>
    listBlockValues(blocks, key).subarray(0, plannedBlocks);
  const judge = (key: typeof primary, alpha: number): JudgedMeasure =>
    judgeMeasure(key, [valuesOf(reference, key), valuesOf(changed, key)], {
      alpha,
      marginRatio,
      plannedBlocks,
    });
  const judgedPrimary = judge(primary, falseAlarmRatio);
  const judgedGuards = guards.map((key) => judge(key, falseAlarmRatio / guards.length));
  const quality = judgeQuality(scores, measures.maxQualityDecrease);
  const environment = compareLastEnvironments(data);
  const load = compareLoads(reference.load, changed.load, factor);
  const refusal = findRefusal(data, { environment, load });
  const hasEnded = judgedPrimary.blockCount >= plannedBlocks;
  const isWaiting = stopRule === "planned-blocks" && !hasEnded;
  const found = isWaiting ? "cannot-tell" : toVerdict(judgedPrimary);
  const isHarmful =
    judgedGuards.some(({ verdict }) => verdict === "worse") || quality.some(({ hasFallen }) => hasFallen);
  const verdict = refusal !== null ? "cannot-tell" : isHarmful ? "worse" : found;
  return {
    verdict,
    refusal,
    primary: judgedPrimary,
    guards: judgedGuards,
    quality,
    load,
    environment,
    isComplete: hasEnded || (stopRule === "first-verdict" && verdict !== "cannot-tell"),
  };
}

/** A measure of an experiment has a better direction, so its verdict is never "different". */
function toVerdict({ verdict }: JudgedMeasure): ExperimentVerdict {
  return verdict === "different" ? "cannot-tell" : verdict;
}

function compareLastEnvironments({ factor, reference, changed }: ExperimentData): EnvironmentComparison {
  const options = { factor, isStrict: false };
  return compareEnvironments(reference.environments.at(-1) ?? {}, changed.environments.at(-1) ?? {}, options);
}

function findRefusal(
  { reference, changed }: ExperimentData,
  { environment, load }: Pick<JudgedExperiment, "environment" | "load">,
): ExperimentRefusal | null {
  if (environment.refusal !== null) return { kind: "environment", comparison: environment };
  for (const [role, { environments }] of [
    ["reference", reference],
    ["changed", changed],
  ] as const) {
    const paths = listChangedPaths(environments);
    if (paths.length > 0) return { kind: "arm-changed", role, paths };
  }
  return load.differences.length > 0 && !load.isDeclared ? { kind: "load", load } : null;
}

/** Returns the paths that differ between the windows of one arm. */
function listChangedPaths([first, ...later]: readonly Environment[]): readonly string[] {
  const options = { factor: null, isStrict: false };
  const paths = later.flatMap((environment) =>
    compareEnvironments(first ?? {}, environment, options).differences.map(({ path }) => path),
  );
  return [...new Set(paths)].toSorted();
}

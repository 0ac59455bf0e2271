/**
 * Verdict of an experiment: the primary measure, then everything that can overrule it.
 *
 * - A difference of the environment outside the declared factor, between the arms or within one arm, refuses the verdict.
 * - Different load refuses the verdict, unless the load is the factor.
 * - A guard measure that is worse, or a quality score that fell, makes the experiment worse.
 *
 * The probability of a false alarm is α for the primary measure over all interim analyses. The guards share a second α.
 */
import {
  compareEnvironments,
  type EnvironmentComparison,
} from "@/lib/analysis/comparisons/compare-environments";
import type { LoadComparison } from "@/lib/analysis/comparisons/compared-load";
import type { Environment } from "@/lib/model/baseline/environment";
import { loadFactorPath, type DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type {
  ArmRole,
  ExperimentMeasures,
  QualityScore,
} from "@/lib/model/investigation/experiments/experiment";
import type { JudgedMeasure } from "./judge-measure";
import type { JudgedCost } from "./judge-cost-guard";
import { findArmInstanceRange, type ArmInstanceRange } from "./instance-counts";
import {
  findInstanceDivisors,
  findLoadProblem,
  judgeMeasures,
  type JudgedMeasures,
  type ObservedArm,
} from "./judge-measures";
import { judgeQuality, type JudgedQuality } from "./judge-quality";

/** Measurements and environments of one arm of an experiment. */
export interface MeasuredArm extends ObservedArm {
  /** The environment at the start and at the end of each window. Windows after the last used block are not included. */
  readonly environments: readonly Environment[];
  /** Paths that configuration events changed within a window. */
  readonly changedPaths: readonly string[];
}

/** Verdict on the changed arm of an experiment relative to the reference arm. */
export type ExperimentVerdict = "better" | "worse" | "same" | "cannot-tell";

/** Reason why the arms of an experiment cannot be compared. */
export type ExperimentRefusal =
  | { readonly kind: "environment"; readonly comparison: EnvironmentComparison }
  /** The environment changed within an arm. */
  | { readonly kind: "arm-changed"; readonly role: ArmRole; readonly paths: readonly string[] }
  | { readonly kind: "load"; readonly load: LoadComparison }
  /** The request rate of an arm is unknown. */
  | { readonly kind: "unknown-load" };

/**
 * Verdict of an experiment, with its primary measure, guard measures, quality scores, load and environment.
 */
export interface JudgedExperiment {
  readonly verdict: ExperimentVerdict;
  /** Reason why the arms cannot be compared; null if they can. */
  readonly refusal: ExperimentRefusal | null;
  /** The primary measure. It has no verdict while the stop rule waits for the planned blocks. */
  readonly primary: JudgedMeasure;
  readonly guards: readonly JudgedMeasure[];
  /** Reason why the cost was not judged. Null if it was judged, or if the experiment has no cost guard. */
  readonly unknownCost: JudgedCost["reason"];
  readonly quality: readonly JudgedQuality[];
  readonly load: LoadComparison;
  readonly environment: EnvironmentComparison;
  /** True if no source of either arm reports the declared factor. Always false if the factor is the load. */
  readonly isFactorUnknown: boolean;
  /** Numbers of instances of the arms in the blocks that were used; null if unknown. */
  readonly instances: Readonly<Record<ArmRole, ArmInstanceRange | null>>;
  /** True if a measure was divided by the number of instances. */
  readonly isPerInstance: boolean;
  /** True if the primary measure has a verdict that the stop rule does not allow to report yet. */
  readonly isWithheld: boolean;
  /** True if the declared stop rule is met. Further blocks change the result only if they make a guard worse. */
  readonly isComplete: boolean;
}

/** Declared factor, measures and quality scores of an experiment, with the measurements of both arms. */
export interface ExperimentData {
  readonly factor: DeclaredFactor;
  readonly measures: ExperimentMeasures;
  readonly scores: readonly Pick<QualityScore, "role" | "name" | "value">[];
  readonly reference: MeasuredArm;
  readonly changed: MeasuredArm;
}

/** Returns the verdict of an experiment. Blocks after the planned number are not used. */
export function judgeExperiment(
  data: ExperimentData,
  judged: JudgedMeasures = judgeMeasures(data, [data.reference, data.changed]),
): JudgedExperiment {
  const { measures, scores } = data;
  const { load, guards, hasPlannedBlocks } = judged;
  const isWaiting = measures.stopRule === "planned-blocks" && !hasPlannedBlocks;
  const quality = judgeQuality(scores, measures.maxQualityDecrease);
  const environment = compareLastEnvironments(data);
  const refusal = findRefusal(data, environment, judged);
  const primary = isWaiting ? withholdVerdict(judged.primary, measures.plannedBlocks) : judged.primary;
  const isHarmful =
    guards.some(({ verdict }) => verdict === "worse") || quality.some(({ hasFallen }) => hasFallen);
  const verdict = refusal !== null ? "cannot-tell" : isHarmful ? "worse" : toVerdict(primary);
  return {
    verdict,
    refusal,
    primary,
    guards,
    unknownCost: judged.unknownCost,
    quality,
    load,
    environment,
    isFactorUnknown: isFactorUnknown(data),
    instances: {
      reference: findArmInstanceRange(judged.usedBlocks[0]),
      changed: findArmInstanceRange(judged.usedBlocks[1]),
    },
    isPerInstance: isPerInstance(data),
    isWithheld: isWaiting && judged.primary.verdict !== "cannot-tell",
    isComplete: hasPlannedBlocks || (measures.stopRule === "first-verdict" && verdict !== "cannot-tell"),
  };
}

/** Removes a verdict that the stop rule does not report before the planned blocks. */
function withholdVerdict(primary: JudgedMeasure, plannedBlocks: number): JudgedMeasure {
  if (primary.verdict === "cannot-tell") return primary;
  return { ...primary, verdict: "cannot-tell", additionalBlocks: plannedBlocks - primary.blockCount };
}

function isFactorUnknown({ factor: { path }, reference, changed }: ExperimentData): boolean {
  const isKnown = [reference, changed].some(({ environments }) =>
    environments.some((environment) => environment[path] !== undefined),
  );
  return path !== loadFactorPath && !isKnown;
}

function isPerInstance({ measures, reference, changed }: ExperimentData): boolean {
  return [measures.primary, ...measures.guards].some(
    (key) => findInstanceDivisors(key, [reference.blocks, changed.blocks]) !== null,
  );
}

/**
 * Returns the verdict of a measure. For a measure of an experiment, lower or higher values are always better, so the
 * verdict is never "different".
 */
function toVerdict({ verdict }: JudgedMeasure): ExperimentVerdict {
  return verdict === "different" ? "cannot-tell" : verdict;
}

function compareLastEnvironments({ factor, reference, changed }: ExperimentData): EnvironmentComparison {
  const options = { factor, isStrict: false };
  return compareEnvironments(reference.environments.at(-1) ?? {}, changed.environments.at(-1) ?? {}, options);
}

function findRefusal(
  { reference, changed }: ExperimentData,
  environment: EnvironmentComparison,
  judged: JudgedMeasures,
): ExperimentRefusal | null {
  if (environment.refusal !== null) return { kind: "environment", comparison: environment };
  for (const [role, { environments, changedPaths }] of [
    ["reference", reference],
    ["changed", changed],
  ] as const) {
    const paths = [...new Set([...listChangedPaths(environments), ...changedPaths])].toSorted();
    if (paths.length > 0) return { kind: "arm-changed", role, paths };
  }
  const problem = findLoadProblem(judged);
  if (problem === null) return null;
  return problem === "different" ? { kind: "load", load: judged.load } : { kind: "unknown-load" };
}

/** Returns the environment paths whose values at a later time differ from the values at the start of the arm. */
function listChangedPaths([first, ...later]: readonly Environment[]): readonly string[] {
  const options = { factor: null, isStrict: false };
  return later.flatMap((environment) =>
    compareEnvironments(first ?? {}, environment, options).differences.map(({ path }) => path),
  );
}

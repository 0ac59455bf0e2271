/**
 * Differences between two environments, and whether they refuse a verdict. A comparison may declare one factor. A
 * difference of any other path refuses the verdict, because the change cannot be attributed. All paths count, regardless
 * of their origin: an observed engine version and a flag of an event are equally facts about the deployment.
 *
 * Measured values, such as the clock of the GPUs, are not compared here, because they follow the load.
 *
 * A path that is known on one side only is not known to be equal. This is a warning, and a refusal if the comparison is
 * strict.
 */
import type { Environment, EnvironmentValue } from "@/lib/model/baseline/environment";
import { isMeasuredValue } from "@/lib/model/baseline/measured-environment";
import { loadFactorPath, type DeclaredFactor } from "@/lib/model/comparison/declared-factor";

/** Version, flag or hardware property whose value differs between the two compared windows. */
export interface EnvironmentDifference {
  readonly path: string;
  readonly before: EnvironmentValue;
  readonly after: EnvironmentValue;
  /** True if the path is the declared factor. */
  readonly isDeclared: boolean;
}

/** Environment property (by its path) whose value is known for one of the two windows only. */
export interface UnknownPath {
  readonly path: string;
  readonly knownSide: "before" | "after";
  readonly value: EnvironmentValue;
}

/** Difference between the environments of two windows that prevents a verdict. */
export type ComparisonRefusal =
  /** These paths differ and are not declared. */
  | { readonly kind: "undeclared"; readonly paths: readonly string[] }
  /** A side does not have the declared value. */
  | {
      readonly kind: "factor-mismatch";
      readonly path: string;
      readonly side: "before" | "after";
      readonly declared: string;
      readonly found: string;
    }
  /** The comparison is strict, and these paths are known on one side only. */
  | { readonly kind: "not-known"; readonly paths: readonly string[] };

/** Differences between the environments (versions, flags, hardware) of the two compared windows. */
export interface EnvironmentComparison {
  /** Sorted by path. */
  readonly differences: readonly EnvironmentDifference[];
  readonly unknown: readonly UnknownPath[];
  /** Number of paths with equal values. */
  readonly equalCount: number;
  /** True if the value of the declared path is known on both sides and is equal. */
  readonly isFactorUnchanged: boolean;
  /** Null if a verdict is possible. */
  readonly refusal: ComparisonRefusal | null;
}

/**
 * Options of a comparison of environments. `factor` is the only property that may differ. `isStrict` is true if unknown
 * values prevent a verdict.
 */
export interface EnvironmentOptions {
  readonly factor: DeclaredFactor | null;
  readonly isStrict: boolean;
}

/**
 * Returns the properties that differ between two environments, and the properties that are known in only one
 * environment. A difference of the declared factor is marked. Measured values, such as clock rates, are not compared.
 */
export function compareEnvironments(
  before: Environment,
  after: Environment,
  { factor, isStrict }: EnvironmentOptions,
): EnvironmentComparison {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !isMeasuredValue(path, before[path]) || !isMeasuredValue(path, after[path]))
    .toSorted();
  const differences: EnvironmentDifference[] = [];
  const unknown: UnknownPath[] = [];
  for (const path of paths) {
    const [was, is] = [before[path], after[path]];
    if (was !== undefined && is !== undefined) {
      if (was.value !== is.value)
        differences.push({ path, before: was, after: is, isDeclared: path === factor?.path });
    } else if (was !== undefined) unknown.push({ path, knownSide: "before", value: was });
    else if (is !== undefined) unknown.push({ path, knownSide: "after", value: is });
  }
  const isFactorDifferent = differences.some(({ isDeclared }) => isDeclared);
  return {
    differences,
    unknown,
    equalCount: paths.length - differences.length - unknown.length,
    isFactorUnchanged:
      factor !== null &&
      before[factor.path] !== undefined &&
      after[factor.path] !== undefined &&
      !isFactorDifferent,
    refusal:
      findMismatch(before, after, factor) ??
      findUndeclared(differences) ??
      (isStrict ? findUnknown(unknown, before, after, factor) : null),
  };
}

function findUndeclared(differences: readonly EnvironmentDifference[]): ComparisonRefusal | null {
  const paths = differences.filter(({ isDeclared }) => !isDeclared).map(({ path }) => path);
  return paths.length === 0 ? null : { kind: "undeclared", paths };
}

/** Returns the first side whose known value is not the declared one. */
function findMismatch(
  before: Environment,
  after: Environment,
  factor: DeclaredFactor | null,
): ComparisonRefusal | null {
  if (factor === null) return null;
  const sides = [
    ["before", before, factor.from],
    ["after", after, factor.to],
  ] as const;
  for (const [side, environment, declared] of sides) {
    const found = environment[factor.path]?.value;
    if (declared !== null && found !== undefined && found !== declared)
      return { kind: "factor-mismatch", path: factor.path, side, declared, found };
  }
  return null;
}

/** Returns the paths that are not known to be equal, and the declared path if no side knows it. */
function findUnknown(
  unknown: readonly UnknownPath[],
  before: Environment,
  after: Environment,
  factor: DeclaredFactor | null,
): ComparisonRefusal | null {
  const paths = unknown.map(({ path }) => path);
  const isFactorUnknown =
    factor !== null &&
    factor.path !== loadFactorPath &&
    before[factor.path] === undefined &&
    after[factor.path] === undefined;
  if (isFactorUnknown) paths.push(factor.path);
  return paths.length === 0 ? null : { kind: "not-known", paths };
}

/** Differences between the environments of both sides, as issues of a gate. */
import type { EnvironmentComparison } from "@/lib/analysis/comparisons/compare-environments";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import { loadFactorPath } from "@/lib/model/comparison/declared-factor";
import type { GateIssue, GateSideName } from "@/lib/model/gate/gate-result";
import type { GateIssues } from "./data-issues";

const sideOf = { before: "baseline", after: "window" } as const satisfies Record<string, GateSideName>;

/**
 * Returns undeclared differences of the environment as obstacles to a verdict. Properties known for one
 * window only are warnings, or obstacles if `isStrict`.
 */
export function classifyEnvironmentIssues(
  { differences, unknown, refusal }: EnvironmentComparison,
  { factor, isStrict }: { readonly factor: DeclaredFactor | null; readonly isStrict: boolean },
): GateIssues {
  const undeclared = differences
    .filter(({ isDeclared }) => !isDeclared)
    .map(({ path, before, after }): GateIssue => ({
      kind: "environment",
      path,
      baseline: before.value,
      window: after.value,
    }));
  const unknownPaths = unknown.map(({ path, knownSide }): GateIssue => ({
    kind: "unknown-environment",
    path,
    knownSide: sideOf[knownSide],
  }));
  const isFactorUnknown =
    factor !== null &&
    factor.path !== loadFactorPath &&
    [...differences, ...unknown].every(({ path }) => path !== factor.path) &&
    refusal?.kind === "not-known" &&
    refusal.paths.includes(factor.path);
  const notKnown: readonly GateIssue[] = isFactorUnknown
    ? [...unknownPaths, { kind: "unknown-environment", path: factor.path, knownSide: null }]
    : unknownPaths;
  const mismatch: readonly GateIssue[] =
    refusal?.kind === "factor-mismatch"
      ? [
          {
            kind: "factor-mismatch",
            path: refusal.path,
            side: sideOf[refusal.side],
            declared: refusal.declared,
            found: refusal.found,
          },
        ]
      : [];
  return {
    obstacles: [...mismatch, ...undeclared, ...(isStrict ? notKnown : [])],
    warnings: isStrict ? [] : notKnown,
  };
}

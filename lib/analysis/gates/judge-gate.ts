/**
 * The verdict of a gate, in this order:
 *
 * 1. cannot tell, if data are incomplete, stale or contaminated, or load or environment differ
 * 2. fail, if a rule failed
 * 3. cannot tell, if a rule is undecided
 * 4. pass
 *
 * The rules are judged in every case, so that a run shows its numbers even if they do not count.
 */
import { compareEnvironments } from "@/lib/analysis/comparisons/compare-environments";
import { compareLoads } from "@/lib/analysis/comparisons/compared-load";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import { chooseInstanceCounts } from "@/lib/model/comparison/instance-counts";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import type { GateRule } from "@/lib/model/gate/gate-rule";
import type { GateIssue, GateResult, GateVerdict, RuleResult } from "@/lib/model/gate/gate-result";
import { findIncompleteSignals, findStaleness, classifyConcerns, classifyLoadIssues } from "./data-issues";
import { classifyEnvironmentIssues } from "./environment-issues";
import { judgeRule } from "./judge-rule";

/** Measurements of the baseline or of the judged window of a gate. */
export type GateSide = Pick<MeasuredSide, "measured" | "load" | "environment" | "concerns">;

/** Rules of a gate and the measurements by which they are judged. */
export interface GateInput {
  readonly rules: readonly GateRule[];
  readonly baseline: GateSide;
  readonly window: GateSide;
  /** The only environment property that may differ; null if none may. */
  readonly factor: DeclaredFactor | null;
  /** True if environment paths and loads that are unknown on a side prevent a verdict. */
  readonly isStrict: boolean;
  /** Issues that are known without the measurements, such as an expired baseline. */
  readonly knownIssues: { readonly obstacles: readonly GateIssue[]; readonly warnings: readonly GateIssue[] };
}

/** Returns the verdict of a gate run with the result of each rule, the obstacles to a verdict, and warnings. */
export function judgeGate({ rules, baseline, window, factor, isStrict, knownIssues }: GateInput): GateResult {
  const environment = compareEnvironments(baseline.environment, window.environment, { factor, isStrict });
  const load = compareLoads(baseline.load, window.load, factor);
  const issues = [
    knownIssues,
    classifyConcerns(window.concerns, "window"),
    {
      obstacles: [
        ...findStaleness(window.measured, rules),
        ...findIncompleteSignals(window.measured, rules, "window"),
        ...findIncompleteSignals(baseline.measured, rules, "baseline"),
      ],
      warnings: [],
    },
    classifyConcerns(baseline.concerns, "baseline"),
    classifyEnvironmentIssues(environment, { factor, isStrict }),
    classifyLoadIssues(load, isStrict),
  ];
  const obstacles = issues.flatMap((each) => each.obstacles);
  const judged = rules.map((rule) =>
    judgeRule(rule, {
      baseline: baseline.measured,
      window: window.measured,
      instanceCounts: chooseInstanceCounts(baseline.load.meanInstanceCount, window.load.meanInstanceCount),
    }),
  );
  return {
    schemaVersion: 1,
    verdict: combineToVerdict(obstacles, judged),
    obstacles,
    warnings: issues.flatMap((each) => each.warnings),
    rules: judged,
  };
}

/** Returns the result "cannot tell" of a gate run whose windows could not be measured. */
export function createResultWithoutData(obstacles: readonly GateIssue[]): GateResult {
  return { schemaVersion: 1, verdict: "cannot-tell", obstacles: [...obstacles], warnings: [], rules: [] };
}

function combineToVerdict(obstacles: readonly GateIssue[], rules: readonly RuleResult[]): GateVerdict {
  if (obstacles.length > 0) return "cannot-tell";
  if (rules.some(({ verdict }) => verdict === "fail")) return "fail";
  return rules.every(({ verdict }) => verdict === "pass") ? "pass" : "cannot-tell";
}

/**
 * Facts about both sides that prevent the verdict of a gate: the data are incomplete, stale or contaminated, or the
 * load differs.
 */
import type { LoadComparison } from "@/lib/analysis/comparisons/compared-load";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { WindowConcern, WindowConcernKind } from "@/lib/model/baseline/window-concern";
import type { GateRule } from "@/lib/model/gate/gate-rule";
import type { GateIssue, GateSideName } from "@/lib/model/gate/gate-result";

/** Issues of a gate run: obstacles, which prevent a verdict, and warnings, which are only reported. */
export interface GateIssues {
  readonly obstacles: readonly GateIssue[];
  readonly warnings: readonly GateIssue[];
}

/**
 * Concerns that are only warnings. Confidence intervals already reflect few requests and an unsteady load. A window
 * above a limit is judged by the rules, which fail if it regressed.
 */
const weakConcerns: ReadonlySet<WindowConcernKind> = new Set(["few-requests", "not-steady", "over-limit"]);
/**
 * Concerns about a baseline that are only warnings. A baseline is often a load test, which an exclusion marks. A stored
 * baseline does not record which exclusion marks its load test.
 */
const weakBaselineConcerns: ReadonlySet<WindowConcernKind> = new Set([...weakConcerns, "exclusion"]);
const maxIncompleteRatio = 0.05;
const maxStaleBlocks = 2;

/** Sorts the concerns about the baseline or the judged window into obstacles to a verdict and warnings. */
export function classifyConcerns(concerns: readonly WindowConcern[], side: GateSideName): GateIssues {
  const weak = side === "baseline" ? weakBaselineConcerns : weakConcerns;
  const issueOf = ({ kind, detail }: WindowConcern): GateIssue => ({
    kind: "concern",
    side,
    concern: kind,
    detail: detail.slice(0, 1_000),
  });
  return {
    obstacles: concerns.filter(({ kind }) => !weak.has(kind)).map(issueOf),
    warnings: concerns.filter(({ kind }) => weak.has(kind)).map(issueOf),
  };
}

/** Returns an issue for each judged signal with more than 5 % missing blocks. */
export function findIncompleteSignals(
  measured: MeasuredBlocks,
  rules: readonly GateRule[],
  side: GateSideName,
): readonly GateIssue[] {
  return [...new Set(rules.map(({ signal }) => signal))].flatMap((signal): GateIssue[] => {
    const blocks = listBlocks(measured, signal);
    const incompleteCount = blocks.filter((block) => typeof block === "string").length;
    return incompleteCount > maxIncompleteRatio * blocks.length
      ? [{ kind: "incomplete-signal", side, signal, incompleteCount, blockCount: blocks.length }]
      : [];
  });
}

function listBlocks({ distributions, counters, gauges }: MeasuredBlocks, signal: GateRule["signal"]) {
  return (distributions[signal] ?? counters[signal] ?? gauges[signal])?.blocks ?? [];
}

/** Returns the issue if the newest blocks of all judged signals have no samples. */
export function findStaleness(measured: MeasuredBlocks, rules: readonly GateRule[]): readonly GateIssue[] {
  const newest = rules.map(({ signal }) => countNewestMissing(listBlocks(measured, signal)));
  const missing = Math.min(...newest);
  return Number.isFinite(missing) && missing >= maxStaleBlocks
    ? [{ kind: "stale", ageMs: missing * measured.blockMs }]
    : [];
}

function countNewestMissing(blocks: readonly unknown[]): number {
  const last = blocks.findLastIndex((block) => block !== "not-scraped" && block !== "series-stopped");
  return blocks.length - 1 - last;
}

/**
 * Returns the differences in load as obstacles or warnings. A load that was changed on purpose does not
 * prevent a verdict.
 */
export function classifyLoadIssues(
  { differences, unknown, isDeclared }: LoadComparison,
  isStrict: boolean,
): GateIssues {
  const unknownLoad = unknown.map((measure): GateIssue => ({ kind: "unknown-load", measure }));
  const different = differences.map(({ measure, ratio }): GateIssue => ({
    kind: "load",
    measure,
    ratio: Number.isFinite(ratio) ? ratio : null,
    ...(isDeclared ? { isDeclared: true as const } : {}),
  }));
  if (isDeclared) return { obstacles: [], warnings: [...different, ...unknownLoad] };
  return isStrict
    ? { obstacles: [...different, ...unknownLoad], warnings: [] }
    : { obstacles: different, warnings: unknownLoad };
}

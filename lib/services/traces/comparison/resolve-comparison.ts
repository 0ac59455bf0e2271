/** Validates the query of a comparison: two groups, their deployments and windows. */
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { z } from "zod";
import type { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { AppError } from "@/lib/model/app-error";
import type { ComparedGroup } from "@/lib/model/traces/compared-group";
import { resolveComparisonWindow } from "@/lib/model/comparison/compared-window";
import type { TimeWindow } from "@/lib/model/time-window";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";

/** Query parameters of a comparison. */
export type ComparisonQuery = z.output<typeof traceComparisonContract.query>;

/** One of the two compared groups, with its deployment. */
export interface ComparisonSide {
  readonly group: ComparedGroup;
  /** Null for a trace requested by id only. */
  readonly deployment: KnownDeployment | null;
  readonly sourceScope: SourceScope;
}

/** Comparison with its two groups and its window. */
export interface ComparisonRequest {
  readonly query: ComparisonQuery;
  readonly window: TimeWindow;
  readonly a: ComparisonSide;
  readonly b: ComparisonSide;
}

/**
 * Looks up the deployments and the window of a comparison. Throws not-found for an unknown deployment, and
 * invalid-input when a required parameter is missing.
 */
export async function resolveComparison(
  query: ComparisonQuery,
  sourceScope: SourceScope,
): Promise<ComparisonRequest> {
  const window = resolveRequestedWindow(query);
  const side = async (group: ComparedGroup, sideDeployment: string | undefined): Promise<ComparisonSide> => {
    const slug = sideDeployment ?? query.deployment;
    if (slug === undefined && group.kind !== "trace")
      throw new AppError(
        "invalid-input",
        "the query has no deployment. Only single traces can be compared without a deployment",
      );
    return {
      group,
      deployment: slug === undefined ? null : await resolveDeployment(slug, sourceScope),
      sourceScope,
    };
  };
  const [a, b] = [await side(query.a, query.aDeployment), await side(query.b, query.bDeployment)];
  if (sameSide(a, b))
    throw new AppError(
      "invalid-input",
      "both sides are the same group of requests. Choose a different group",
    );
  return { query, window, a, b };
}

function sameSide(a: ComparisonSide, b: ComparisonSide): boolean {
  return (
    JSON.stringify(a.group) === JSON.stringify(b.group) &&
    (a.group.kind === "trace" || a.deployment?.slug === b.deployment?.slug)
  );
}

/**
 * Returns the window of a group, unless the group is selected by load. Throws invalid-input when the query
 * does not define it.
 */
export function findSideWindow(
  { kind, ...rest }: ComparedGroup,
  { query, window }: ComparisonRequest,
): TimeWindow {
  switch (kind) {
    case "previous":
    case "weekday":
      return findEarlierWindow(window, kind);
    case "earlier":
      return findEarlierWindow(window, "shiftMs" in rest ? `earlier:${rest.shiftMs / 1_000}` : "");
    case "from":
      return findEarlierWindow(window, "startMs" in rest ? String(rest.startMs) : "");
    case "after":
      return { startMs: instantWithin(query.changeAtMs, window), endMs: window.endMs };
    case "before":
      return { startMs: window.startMs, endMs: instantWithin(query.changeAtMs, window) };
    default:
      return window;
  }
}

function findEarlierWindow(window: TimeWindow, comparison: string): TimeWindow {
  const found = resolveComparisonWindow(window, comparison);
  if (found === null)
    throw new AppError("invalid-input", "the earlier window overlaps the window it is compared with");
  return found.window;
}

function instantWithin(atMs: number | undefined, { startMs, endMs }: TimeWindow): number {
  if (atMs === undefined)
    throw new AppError(
      "invalid-input",
      "the query has no `changeAtMs`, the instant that separates before from after",
    );
  if (atMs <= startMs || atMs >= endMs)
    throw new AppError(
      "invalid-input",
      "`changeAtMs`, the instant that separates before from after, is outside the window",
    );
  return atMs;
}

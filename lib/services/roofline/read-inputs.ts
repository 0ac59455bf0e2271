/**
 * Reads the roofline's inputs of a deployment now and over the window, and the facts about its hardware. Each query
 * runs once through the shared series cache, which batches queries of the same time range.
 */
import type { PoolRole } from "@/lib/model/deployment/deployment";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { columnsFromVectors, columnsFromMatrices, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { buildCoveredIntervalQuery } from "@/lib/semantic/evaluate/covered-window";
import {
  hasAnyValue,
  readCoveredIntervals,
  removeUncoveredPoints,
} from "@/lib/semantic/roofline/covered-intervals";
import {
  listHardwareFactQueries,
  planHardwareFacts,
  readHardwareFacts,
  type ObservedHardwareFacts,
} from "@/lib/semantic/roofline/plan-facts";
import { planRoofline, listRooflineQueries, type RooflinePlan } from "@/lib/semantic/roofline/plan-roofline";
import { readRooflineColumns, type RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import {
  planAbsenceEvidence,
  listAbsenceEvidenceQueries,
  type AbsenceEvidencePlan,
} from "@/lib/semantic/absence/absence-evidence";
import { readInstants, readRanges, type ReadResults } from "@/lib/services/series/read-series";
import {
  alignHeadlineMs,
  chooseGridTiming,
  readHeadlineRateWindow,
  chooseHeadlineMs,
} from "@/lib/services/signals/answer-times";
import type { RateWindow } from "@/lib/services/signals/rate-window";
import {
  createGridReadOptions,
  type ResolvedQuestion,
  type GridTiming,
} from "@/lib/services/signals/read-queries";

/** Maximum number of intervals in the trail. */
const maxIntervals = 100;

/** Role of a pool that computes tokens: prefill, decode or both. */
export type ServingRole = Exclude<PoolRole, "router">;

/** Measurements of one pool over the last five minutes. */
export interface CurrentPoolInputs {
  readonly role: ServingRole;
  readonly queryContext: QueryContext;
  readonly plan: RooflinePlan;
  readonly absencePlan: AbsenceEvidencePlan;
  readonly currentColumns: RooflineColumns;
  readonly hardwareFacts: ObservedHardwareFacts;
}

/** Measurements of one pool over the intervals of the window. */
export interface PoolWindowInputs {
  /** One value per interval of the window. NaN for intervals without samples. */
  readonly windowColumns: RooflineColumns;
  readonly isIntervalCovered: readonly boolean[];
}

/** Measurements of one pool, current and over the window. */
export interface PoolInputs extends CurrentPoolInputs, PoolWindowInputs {}

type ReadFreshness = Omit<ReadResults<unknown>, "resultByPromql">;

/** Measurements of a deployment over the last five minutes, with their age. */
export interface CurrentInputs extends ReadFreshness {
  readonly rateWindow: RateWindow;
  readonly atMs: number;
  /** Facts of the entire deployment, even if the request selects a part of it. */
  readonly hardwareFacts: ObservedHardwareFacts;
  readonly pools: readonly CurrentPoolInputs[];
  readonly queryColumns: QueryColumns;
}

/** Measurements of a deployment over the intervals of the window, with their age. */
export interface WindowInputs extends ReadFreshness {
  readonly timing: GridTiming;
  readonly pools: readonly (PoolWindowInputs & { readonly role: ServingRole })[];
}

/** Measurements of a deployment, current and over the window. */
export interface RooflineInputs extends CurrentInputs {
  readonly timing: GridTiming;
  readonly pools: readonly PoolInputs[];
}

const roles: readonly ServingRole[] = ["both", "prefill", "decode"];

/** Returns one query context per serving role. */
function contextsByRole(
  queryContext: QueryContext,
): readonly { readonly role: ServingRole; readonly queryContext: QueryContext }[] {
  return roles.flatMap((role) => {
    const pools = queryContext.deployment.pools.filter((pool) => pool.role === role);
    return pools.length === 0
      ? []
      : [{ role, queryContext: { ...queryContext, deployment: { ...queryContext.deployment, pools } } }];
  });
}

/** Reads the measurements of the last five minutes. Throws AppError when a query fails. */
export async function readCurrentInputs(resolved: ResolvedQuestion): Promise<CurrentInputs> {
  const { queryContext } = resolved;
  const deploymentContext: QueryContext = {
    ...queryContext,
    scope: { deployment: queryContext.scope.deployment },
  };
  const atMs = chooseHeadlineMs(resolved.window);
  const rateWindow = await readHeadlineRateWindow(resolved);
  const deploymentFacts = planHardwareFacts(deploymentContext);
  const planned = contextsByRole(queryContext).map((one) => ({
    ...one,
    plan: planRoofline(one.queryContext, rateWindow.windowMs),
    absencePlan: planAbsenceEvidence(one.queryContext, evaluationWindows.headlineWindowMs, "now"),
    factPlan: planHardwareFacts(one.queryContext),
  }));
  const { resultByPromql, ...freshness } = await readInstants(
    { source: resolved.source, atMs, ...resolved.readOptions },
    [
      ...listHardwareFactQueries(deploymentFacts),
      ...planned.flatMap(({ plan, absencePlan, factPlan }) => [
        ...listRooflineQueries(plan),
        ...listAbsenceEvidenceQueries(absencePlan),
        ...listHardwareFactQueries(factPlan),
      ]),
    ],
  );
  const nowColumns = columnsFromVectors(resultByPromql);
  // A rate over a partly covered window would be too low, and no point would show that.
  const known = rateWindow.isCovered ? nowColumns : columnsFromVectors(new Map());
  return {
    ...freshness,
    rateWindow,
    // Old results are valid for the time at which they were read.
    atMs: freshness.stale === null ? atMs : Math.min(atMs, alignHeadlineMs(freshness.asOfMs)),
    hardwareFacts: readHardwareFacts(deploymentFacts, nowColumns),
    pools: planned.map(({ factPlan, ...pool }) => ({
      ...pool,
      currentColumns: readRooflineColumns(pool.plan, known),
      hardwareFacts: readHardwareFacts(factPlan, nowColumns),
    })),
    queryColumns: nowColumns,
  };
}

/** Reads the measurements of each interval of the window. Throws AppError when a query fails. */
export async function readWindowInputs(resolved: ResolvedQuestion): Promise<WindowInputs> {
  const timing = await chooseGridTiming(resolved, maxIntervals);
  const { rateWindowMs, longestSpacingMs, grid } = timing;
  const plans = contextsByRole(resolved.queryContext).map(({ role, queryContext }) => ({
    role,
    plan: planRoofline(queryContext, rateWindowMs),
    cover:
      longestSpacingMs === null
        ? null
        : buildCoveredIntervalQuery(queryContext, rateWindowMs, longestSpacingMs),
  }));
  const queries = plans.flatMap(({ plan, cover }) => [
    ...listRooflineQueries(plan),
    ...(cover === null ? [] : [cover]),
  ]);
  const { resultByPromql, ...freshness } = await readRanges(createGridReadOptions(resolved, timing), queries);
  const columns = columnsFromMatrices(grid.pointCount, resultByPromql);
  const pools = plans.map(({ role, plan, cover }) => {
    const covered = readCoveredIntervals(cover, columns);
    return {
      role,
      isIntervalCovered: covered,
      windowColumns: removeUncoveredPoints(readRooflineColumns(plan, columns), covered),
    };
  });
  return { ...freshness, timing, pools };
}

/** Returns whether the window has no sample of the deployment: neither a running engine nor any measurement. */
export function isEmptyWindow({ hardwareFacts, pools }: RooflineInputs): boolean {
  const hasValues = pools.some(
    ({ currentColumns, windowColumns }) => hasAnyValue(currentColumns) || hasAnyValue(windowColumns),
  );
  return hardwareFacts.engineCount === null && hardwareFacts.devices.length === 0 && !hasValues;
}

/** Joins current measurements and those over the window, by the role of the pools. */
export function joinWindowInputs(current: CurrentInputs, window: WindowInputs): RooflineInputs {
  return {
    ...current,
    timing: window.timing,
    pools: current.pools.flatMap((pool) => {
      const windowPool = window.pools.find(({ role }) => role === pool.role);
      return windowPool === undefined ? [] : [{ ...pool, ...windowPool }];
    }),
    asOfMs: Math.min(current.asOfMs, window.asOfMs),
    stale: window.stale ?? current.stale,
    warnings: [...new Set([...window.warnings, ...current.warnings])],
  };
}

/**
 * Reads the roofline's inputs of a deployment now and over the window, and the facts about its hardware. Each query
 * runs once through the shared series cache, which batches queries of the same time range.
 */
import type { InstantVector, Matrix } from "@/lib/model/grid";
import type { PoolRole } from "@/lib/model/deployment/deployment";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { instantColumns, rangeColumns, type Columns } from "@/lib/semantic/evaluate/columns";
import { coveredIntervalQuery } from "@/lib/semantic/evaluate/covered-window";
import { coveredIntervals, maskUncovered } from "@/lib/semantic/roofline/covered-intervals";
import { factQueries, planFacts, readFacts, type ObservedFacts } from "@/lib/semantic/roofline/plan-facts";
import { planRoofline, rooflineQueries, type RooflinePlan } from "@/lib/semantic/roofline/plan-roofline";
import { rooflineColumns, type RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import {
  planAbsenceEvidence,
  absenceEvidenceQueries,
  type AbsenceEvidencePlan,
} from "@/lib/semantic/absence/absence-evidence";
import { readInstant, readRange } from "@/lib/services/series/read-series";
import type { Stale } from "@/lib/services/series/read-failures";
import { chooseTiming, headlineRateWindow, headlineTime } from "@/lib/services/signals/answer-times";
import type { RateWindow } from "@/lib/services/signals/rate-window";
import type { ResolvedQuestion, Timing } from "@/lib/services/signals/read-queries";

/** Maximum number of intervals in the trail. */
const maxIntervals = 100;

export type ServingRole = Exclude<PoolRole, "router">;

export interface PoolNowInputs {
  readonly role: ServingRole;
  readonly queryContext: QueryContext;
  readonly nowPlan: RooflinePlan;
  readonly support: AbsenceEvidencePlan;
  readonly now: RooflineColumns;
  readonly facts: ObservedFacts;
}

export interface PoolWindowInputs {
  /** NaN in intervals that samples do not cover. */
  readonly windowColumns: RooflineColumns;
  readonly covered: readonly boolean[];
}

export interface PoolInputs extends PoolNowInputs, PoolWindowInputs {}

interface ReadFreshness {
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

export interface NowInputs extends ReadFreshness {
  readonly rateWindow: RateWindow;
  readonly atMs: number;
  /** Facts of the entire deployment, even if the request selects a part of it. */
  readonly facts: ObservedFacts;
  readonly pools: readonly PoolNowInputs[];
  readonly nowColumns: Columns;
}

export interface WindowInputs extends ReadFreshness {
  readonly timing: Timing;
  readonly pools: readonly (PoolWindowInputs & { readonly role: ServingRole })[];
}

export interface RooflineInputs extends NowInputs {
  readonly timing: Timing;
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

/** Reads the last five minutes. Throws AppError when a query fails. */
export async function readNowInputs(resolved: ResolvedQuestion): Promise<NowInputs> {
  const { queryContext: context } = resolved;
  const deploymentContext: QueryContext = { ...context, scope: { deployment: context.scope.deployment } };
  const atMs = headlineTime(resolved.window);
  const rateWindow = await headlineRateWindow(resolved);
  const deploymentFacts = planFacts(deploymentContext);
  const planned = contextsByRole(context).map((one) => ({
    ...one,
    nowPlan: planRoofline(one.queryContext, rateWindow.windowMs),
    support: planAbsenceEvidence(one.queryContext, evaluationWindows.headlineWindowMs, "now"),
    factPlan: planFacts(one.queryContext),
  }));
  const { answers, ...freshness } = await readInstants(resolved, atMs, [
    ...factQueries(deploymentFacts),
    ...planned.flatMap(({ nowPlan, support, factPlan }) => [
      ...rooflineQueries(nowPlan),
      ...absenceEvidenceQueries(support),
      ...factQueries(factPlan),
    ]),
  ]);
  const nowColumns = instantColumns(answers);
  // A rate over a partly covered window would be too low, and no point would show that.
  const known = rateWindow.isCovered ? nowColumns : instantColumns(new Map());
  return {
    ...freshness,
    rateWindow,
    atMs,
    facts: readFacts(deploymentFacts, nowColumns),
    pools: planned.map(({ factPlan, ...pool }) => ({
      ...pool,
      now: rooflineColumns(pool.nowPlan, known),
      facts: readFacts(factPlan, nowColumns),
    })),
    nowColumns,
  };
}

/** Reads the window interval by interval. Throws AppError when a query fails. */
export async function readWindowInputs(resolved: ResolvedQuestion): Promise<WindowInputs> {
  const timing = await chooseTiming(resolved, maxIntervals);
  const { rateWindowMs, coarsestMs, grid } = timing;
  const plans = contextsByRole(resolved.queryContext).map(({ role, queryContext }) => ({
    role,
    plan: planRoofline(queryContext, rateWindowMs),
    cover: coarsestMs === null ? null : coveredIntervalQuery(queryContext, rateWindowMs, coarsestMs),
  }));
  const queries = plans.flatMap(({ plan, cover }) => [
    ...rooflineQueries(plan),
    ...(cover === null ? [] : [cover]),
  ]);
  const { answers, ...freshness } = await readRanges(resolved, timing, queries);
  const columns = rangeColumns(grid.pointCount, answers);
  const pools = plans.map(({ role, plan, cover }) => {
    const covered = coveredIntervals(cover, columns);
    return { role, covered, windowColumns: maskUncovered(rooflineColumns(plan, columns), covered) };
  });
  return { ...freshness, timing, pools };
}

/** Joins the inputs of now and of the window by role. */
export function withWindow(now: NowInputs, window: WindowInputs): RooflineInputs {
  return {
    ...now,
    timing: window.timing,
    pools: now.pools.flatMap((pool) => {
      const windowPool = window.pools.find(({ role }) => role === pool.role);
      return windowPool === undefined ? [] : [{ ...pool, ...windowPool }];
    }),
    asOfMs: Math.min(now.asOfMs, window.asOfMs),
    stale: window.stale ?? now.stale,
    warnings: [...new Set([...window.warnings, ...now.warnings])],
  };
}

interface QueryResults<T> {
  readonly answers: ReadonlyMap<string, T>;
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

function readRanges({ source, live, via }: ResolvedQuestion, timing: Timing, queries: readonly string[]) {
  const { grid, coarsestMs } = timing;
  const spacing = coarsestMs === null ? {} : { spacingMs: coarsestMs };
  return runQueries<Matrix>(queries, async (promql) => {
    const { matrix, ...read } = await readRange({ source, promql, grid, live, ...spacing, ...via });
    return { ...read, value: matrix };
  });
}

function readInstants({ source, via }: ResolvedQuestion, atMs: number, queries: readonly string[]) {
  return runQueries<InstantVector>(queries, async (promql) => {
    const { vector, ...read } = await readInstant({ source, promql, atMs, ...via });
    return { ...read, value: vector };
  });
}

/** Runs all queries in parallel. `asOfMs` is the time of the oldest result. */
async function runQueries<T extends { readonly warnings: readonly string[] }>(
  queries: readonly string[],
  read: (promql: string) => Promise<{
    readonly value: T;
    readonly asOfMs: number;
    readonly stale: Stale | null;
  }>,
): Promise<QueryResults<T>> {
  const distinct = [...new Set(queries)];
  const reads = await Promise.all(distinct.map(async (promql) => [promql, await read(promql)] as const));
  return {
    answers: new Map(reads.map(([promql, { value }]) => [promql, value])),
    asOfMs: Math.min(...reads.map(([, { asOfMs }]) => asOfMs)),
    stale: reads.map(([, { stale }]) => stale).find((one) => one !== null) ?? null,
    warnings: reads.flatMap(([, { value }]) => value.warnings),
  };
}

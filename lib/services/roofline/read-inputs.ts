/**
 * Reads what the room needs of a deployment: the inputs over the window and now, and the facts of what it runs on. Each query once,
 * through the shared memory of series, which asks the source for all of one time together.
 */
import type { InstantVector, Matrix } from "@/lib/model/grid";
import type { PoolRole } from "@/lib/model/deployment";
import { limits } from "@/lib/model/status";
import { instantColumns, rangeColumns, type Columns } from "@/lib/semantic/columns";
import { coveredSliceQuery } from "@/lib/semantic/covered-window";
import { coveredSlices, onlyCovered } from "@/lib/semantic/roofline/covered-slices";
import { factQueries, planFacts, readFacts, type FactsSeen } from "@/lib/semantic/roofline/plan-facts";
import { planRoofline, rooflineQueries, type RooflinePlan } from "@/lib/semantic/roofline/plan-roofline";
import { rooflineColumns, type RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import type { Place } from "@/lib/semantic/scope-selectors";
import { planSupport, supportQueries, type SupportPlan } from "@/lib/semantic/support";
import { readInstant, readRange } from "@/lib/services/series/read-series";
import type { Stale } from "@/lib/services/series/troubles";
import { chooseTiming, headlineRateWindow, headlineTime } from "@/lib/services/signals/answer-times";
import type { RateWindow } from "@/lib/services/signals/rate-window";
import type { Resolved, Timing } from "@/lib/services/signals/read-asked";

/** Slices of the trail. */
export const mostSlices = 100;

export type ServingRole = Exclude<PoolRole, "router">;

export interface PoolNow {
  readonly role: ServingRole;
  readonly place: Place;
  readonly nowPlan: RooflinePlan;
  readonly support: SupportPlan;
  readonly now: RooflineColumns;
  readonly facts: FactsSeen;
}

export interface PoolOver {
  /** No number in slices that are not covered. */
  readonly over: RooflineColumns;
  readonly covered: readonly boolean[];
}

export interface PoolInputs extends PoolNow, PoolOver {}

interface Told {
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

export interface NowInputs extends Told {
  readonly rateWindow: RateWindow;
  readonly atMs: number;
  /** Of the deployment as a whole, whatever part of it is asked for. */
  readonly facts: FactsSeen;
  readonly pools: readonly PoolNow[];
  readonly nowColumns: Columns;
}

export interface OverInputs extends Told {
  readonly timing: Timing;
  readonly pools: readonly (PoolOver & { readonly role: ServingRole })[];
}

export interface RoomInputs extends NowInputs {
  readonly timing: Timing;
  readonly pools: readonly PoolInputs[];
}

const roles: readonly ServingRole[] = ["both", "prefill", "decode"];

/** One place for each role that serves. */
function placesOf(place: Place): readonly { readonly role: ServingRole; readonly place: Place }[] {
  return roles.flatMap((role) => {
    const pools = place.deployment.pools.filter((pool) => pool.role === role);
    return pools.length === 0
      ? []
      : [{ role, place: { ...place, deployment: { ...place.deployment, pools } } }];
  });
}

/** Of the last five minutes alone. Throws AppError when a query cannot be had. */
export async function readNow(resolved: Resolved): Promise<NowInputs> {
  const { place } = resolved;
  const whole: Place = { ...place, scope: { deployment: place.scope.deployment } };
  const atMs = headlineTime(resolved.window);
  const rateWindow = await headlineRateWindow(resolved);
  const wholeFacts = planFacts(whole);
  const planned = placesOf(place).map((one) => ({
    ...one,
    nowPlan: planRoofline(one.place, rateWindow.windowMs),
    support: planSupport(one.place, limits.headlineWindowMs, "now"),
    factPlan: planFacts(one.place),
  }));
  const { answers, ...told } = await readInstants(resolved, atMs, [
    ...factQueries(wholeFacts),
    ...planned.flatMap(({ nowPlan, support, factPlan }) => [
      ...rooflineQueries(nowPlan),
      ...supportQueries(support),
      ...factQueries(factPlan),
    ]),
  ]);
  const nowColumns = instantColumns(answers);
  // Rates over a window that is not covered would be too low, which no point tells.
  const known = rateWindow.isCovered ? nowColumns : instantColumns(new Map());
  return {
    ...told,
    rateWindow,
    atMs,
    facts: readFacts(wholeFacts, nowColumns),
    pools: planned.map(({ factPlan, ...pool }) => ({
      ...pool,
      now: rooflineColumns(pool.nowPlan, known),
      facts: readFacts(factPlan, nowColumns),
    })),
    nowColumns,
  };
}

/** Slice by slice over the window. Throws AppError when a query cannot be had. */
export async function readOver(resolved: Resolved): Promise<OverInputs> {
  const timing = await chooseTiming(resolved, mostSlices);
  const { rateWindowMs, coarsestMs, grid } = timing;
  const plans = placesOf(resolved.place).map(({ role, place }) => ({
    role,
    plan: planRoofline(place, rateWindowMs),
    cover: coarsestMs === null ? null : coveredSliceQuery(place, rateWindowMs, coarsestMs),
  }));
  const queries = plans.flatMap(({ plan, cover }) => [
    ...rooflineQueries(plan),
    ...(cover === null ? [] : [cover]),
  ]);
  const { answers, ...told } = await readRanges(resolved, timing, queries);
  const columns = rangeColumns(grid.pointCount, answers);
  const pools = plans.map(({ role, plan, cover }) => {
    const covered = coveredSlices(cover, columns);
    return { role, covered, over: onlyCovered(rooflineColumns(plan, columns), covered) };
  });
  return { ...told, timing, pools };
}

/** Of one deployment. */
export function withWindow(now: NowInputs, over: OverInputs): RoomInputs {
  return {
    ...now,
    timing: over.timing,
    pools: now.pools.flatMap((pool) => {
      const own = over.pools.find(({ role }) => role === pool.role);
      return own === undefined ? [] : [{ ...pool, ...own }];
    }),
    asOfMs: Math.min(now.asOfMs, over.asOfMs),
    stale: over.stale ?? now.stale,
    warnings: [...new Set([...over.warnings, ...now.warnings])],
  };
}

interface Read<T> {
  readonly answers: ReadonlyMap<string, T>;
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

function readRanges({ sourceSlug, live, via }: Resolved, timing: Timing, queries: readonly string[]) {
  const { grid, coarsestMs } = timing;
  const spacing = coarsestMs === null ? {} : { spacingMs: coarsestMs };
  return collect<Matrix>(queries, async (promql) => {
    const { matrix, ...read } = await readRange({ sourceSlug, promql, grid, live, ...spacing, ...via });
    return { ...read, value: matrix };
  });
}

function readInstants({ sourceSlug, via }: Resolved, atMs: number, queries: readonly string[]) {
  return collect<InstantVector>(queries, async (promql) => {
    const { vector, ...read } = await readInstant({ sourceSlug, promql, atMs, ...via });
    return { ...read, value: vector };
  });
}

/** All at the same time; the oldest says how old the whole is. */
async function collect<T extends { readonly warnings: readonly string[] }>(
  queries: readonly string[],
  read: (promql: string) => Promise<{
    readonly value: T;
    readonly asOfMs: number;
    readonly stale: Stale | null;
  }>,
): Promise<Read<T>> {
  const distinct = [...new Set(queries)];
  const reads = await Promise.all(distinct.map(async (promql) => [promql, await read(promql)] as const));
  return {
    answers: new Map(reads.map(([promql, { value }]) => [promql, value])),
    asOfMs: Math.min(...reads.map(([, { asOfMs }]) => asOfMs)),
    stale: reads.map(([, { stale }]) => stale).find((one) => one !== null) ?? null,
    warnings: reads.flatMap(([, { value }]) => value.warnings),
  };
}

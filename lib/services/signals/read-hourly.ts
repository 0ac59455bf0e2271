/**
 * Hourly values of one statistic over the past weeks. Complete days are read once and cached. The hours of the
 * current day are read again after each complete hour. Few reads run at a time, so that panels do not wait for them.
 */
import { createScopedKey, type ReadableSource, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { Matrix } from "@/lib/model/grid";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { HourlyValue } from "@/lib/analysis/statistics/usual-range";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { listSeriesQueries, printSeriesQuery } from "@/lib/semantic/compile/series-query";
import { minObservationsForQuantile } from "@/lib/semantic/evaluate/readings";
import type { QuantileName } from "@/lib/model/question";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import { getProcessState } from "@/lib/server/process-state";
import { readSeries } from "@/lib/services/series/read-series";
import { createHistoryChunks, createHourGrid, hourMs } from "./history-chunks";

type Hours = readonly HourlyValue[];

/** Age from which cached hours are read again, because backfilled samples may change the past. */
const cacheTtlMs = 86_400_000;

const chunks = (): SizedCache<ScopedKey, Hours> =>
  getProcessState("hourly-chunks", () =>
    createSizedCache<ScopedKey, Hours>("history", { ttlMs: cacheTtlMs }),
  );
const inFlight = (): WorkShare<Hours> => getProcessState("hourly-in-flight", () => createWorkShare<Hours>());
const limitOf = ({ slug }: ReadableSource): ConcurrencyLimit =>
  getProcessState(`hourly-limit:${slug}`, () =>
    createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 2_000 }),
  );

/** Statistic that is read for every hour of a window. */
export interface HourlyReadRequest {
  readonly source: ReadableSource;
  /** Plan of a value over one hour, not split by a label. */
  readonly plan: SignalPlan;
  /** Context for which the plan is compiled. */
  readonly queryContext: QueryContext;
  readonly window: TimeWindow;
  readonly signal: AbortSignal;
}

/**
 * Reads a statistic for every complete hour of the window, in order. NaN for hours without a value. Throws
 * AppError if the source cannot be read.
 */
export async function readHourly(request: HourlyReadRequest): Promise<Hours> {
  const parts = await Promise.all(
    createHistoryChunks(request.window).map((chunk) => readChunk({ ...request, window: chunk })),
  );
  return parts.flat();
}

function readChunk(read: HourlyReadRequest): Promise<Hours> {
  const { source, plan, window } = read;
  const key = createScopedKey(
    source.scope,
    source.slug,
    plan.statistic,
    listPlanQueries(plan),
    window.startMs,
    window.endMs,
  );
  const cached = chunks().get(key);
  if (cached !== undefined) return Promise.resolve(cached);
  return findOrStart(inFlight(), key, async (signal) => {
    const { hours, isComplete } = await fetchChunk({ ...read, signal });
    if (isComplete) chunks().set(key, hours);
    return hours;
  }).joinResult(read.signal);
}

interface Chunk {
  readonly hours: Hours;
  /** False for partial and stale results, which are read again. */
  readonly isComplete: boolean;
}

async function fetchChunk({ source, plan, queryContext, window, signal }: HourlyReadRequest): Promise<Chunk> {
  const grid = createHourGrid(window);
  const answers = new Map<string, Matrix>();
  let isComplete = true;
  for (const query of listSeriesQueries(plan, { context: queryContext, windowMs: hourMs })) {
    const { matrix, stale } = await limitOf(source).run(
      () => readSeries({ source, query, grid, isLive: false, signal }),
      signal,
    );
    answers.set(printSeriesQuery(query), matrix);
    isComplete &&= stale === null && matrix.warnings.length === 0;
  }
  const { values, observationCounts } = evaluatePlan(
    plan,
    columnsFromMatrices(grid.pointCount, answers),
    hourMs,
  );
  const minCount = plan.kind === "quantile" ? minObservationsForQuantile(plan.statistic as QuantileName) : 0;
  const hours = Array.from(values, (value, index): HourlyValue => {
    const count = observationCounts?.[index] ?? Number.NaN;
    const load = needsLoadOfHour(plan) && count > 0 ? { load: count } : {};
    return {
      startMs: window.startMs + index * hourMs,
      value: plan.kind === "quantile" && !(count >= minCount) ? Number.NaN : value,
      ...load,
    };
  });
  return { hours, isComplete };
}

/** Returns whether hours of a statistic are compared at similar load only, which is true for latencies. */
export function needsLoadOfHour({ kind, signal }: SignalPlan): boolean {
  return (kind === "quantile" || kind === "mean") && signalDefinition(signal).unit === "seconds";
}

/**
 * Returns the hours with the rate of requests as load. The observations of a latency are no load if an incident reduces
 * them: of requests that clients abort in the queue, vLLM observes no first token. Hours without requests have no load.
 */
export function addArrivalLoad(hours: Hours, arrivalRates: Hours): Hours {
  const rates = new Map(arrivalRates.map(({ startMs, value }) => [startMs, value]));
  return hours.map(({ startMs, value }) => {
    const rate = rates.get(startMs) ?? Number.NaN;
    return { startMs, value, ...(rate > 0 ? { load: rate } : {}) };
  });
}

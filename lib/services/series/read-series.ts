/**
 * Entry point for reads of series. A range may be an operand of a statistic, whose points come from the first provider
 * that covers them, or PromQL. Instants are PromQL.
 */
import type { InstantVector, Matrix } from "@/lib/model/grid";
import { printSeriesQuery, type SeriesQuery } from "@/lib/semantic/compile/series-query";
import { nowMs } from "@/lib/server/clock";
import type { InstantReadRequest } from "./instant-reader";
import { joinProviders } from "./join-providers";
import { prometheusProvider, readPromqlInstant, readPromqlRange } from "./prometheus";
import type { RangeReadRequest } from "./range-reader";
import { findOldestReason, type StaleReason } from "./read-failures";

/** Query on a grid: a statistic of a signal, or PromQL text. */
export type SeriesOrPromqlQuery = SeriesQuery | string;

/** Results of several queries with their common age. */
export interface ReadResults<T> {
  /** Results by the PromQL text of the query; see `formatQueryKey`. */
  readonly resultByPromql: ReadonlyMap<string, T>;
  /** Time of the oldest read. */
  readonly asOfMs: number;
  readonly stale: StaleReason | null;
  readonly warnings: readonly string[];
  /** True if the queries that explain missing values failed. */
  readonly isUnexplained?: true;
}

interface ReadResult<T> extends Pick<ReadResults<T>, "asOfMs" | "stale"> {
  readonly value: T;
}

/**
 * Reads one operand of a statistic on a grid from the first provider that covers it. Throws AppError if no
 * provider can be read.
 */
export const readSeries = joinProviders([prometheusProvider]);

/** Reads several queries on a grid, equal queries once. Throws AppError if a query fails. */
export function readRanges(
  request: Omit<RangeReadRequest, "promql">,
  queries: readonly SeriesOrPromqlQuery[],
): Promise<ReadResults<Matrix>> {
  return readAll(queries, async (query) => {
    const read =
      typeof query === "string"
        ? readPromqlRange({ ...request, promql: query })
        : readSeries({ ...request, query });
    const { matrix, asOfMs, stale } = await read;
    return { value: matrix, asOfMs, stale };
  });
}

/** Reads several queries at one time, equal queries once. Throws AppError if a query fails. */
export function readInstants(
  request: Omit<InstantReadRequest, "promql">,
  queries: readonly string[],
): Promise<ReadResults<InstantVector>> {
  return readAll(queries, async (promql) => {
    const { vector, asOfMs, stale } = await readPromqlInstant({ ...request, promql });
    return { value: vector, asOfMs, stale };
  });
}

async function readAll<Query extends SeriesOrPromqlQuery, T extends { readonly warnings: readonly string[] }>(
  queries: readonly Query[],
  read: (query: Query) => Promise<ReadResult<T>>,
): Promise<ReadResults<T>> {
  const distinct = new Map(queries.map((query) => [formatQueryKey(query), query]));
  const reads = await Promise.all(
    [...distinct].map(async ([promql, query]) => [promql, await read(query)] as const),
  );
  return {
    resultByPromql: new Map(reads.map(([promql, { value }]) => [promql, value])),
    asOfMs: Math.min(nowMs(), ...reads.map(([, { asOfMs }]) => asOfMs)),
    stale: findOldestReason(reads.map(([, { stale }]) => stale)),
    warnings: reads.flatMap(([, { value }]) => value.warnings),
  };
}

/** Returns the PromQL text under which the result of a query is stored in `ReadResults`. */
export function formatQueryKey(query: SeriesOrPromqlQuery): string {
  return typeof query === "string" ? query : printSeriesQuery(query);
}

/** Combines the results of two reads. The age is the age of the older read. */
export function mergeResults<T>(a: ReadResults<T>, b: ReadResults<T>): ReadResults<T> {
  return {
    resultByPromql: new Map([...a.resultByPromql, ...b.resultByPromql]),
    asOfMs: Math.min(a.asOfMs, b.asOfMs),
    stale: findOldestReason([a.stale, b.stale]),
    warnings: [...a.warnings, ...b.warnings],
    ...(a.isUnexplained === true || b.isUnexplained === true ? { isUnexplained: true } : {}),
  };
}

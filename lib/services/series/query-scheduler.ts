/**
 * Schedules queries to a source: pages take turns, and queries for the same times are combined into one. If the
 * source refuses a combined query, its parts are sent separately. A query that failed separately is not combined for
 * ten minutes, unless the source refused all queries.
 */
import { LRUCache } from "lru-cache";
import { isAppError } from "@/lib/model/app-error";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { Upstream } from "@/lib/model/sources/upstream";
import { queryInstant, queryRange, querySamples } from "@/lib/sources/prometheus/client";
import type { SeriesSamples } from "@/lib/sources/prometheus/mapper";
import { createRefusalGuard } from "./refusal-guard";
import { createRequestQueue, type BatchResult, type QueuedRequestOptions } from "./request-queue";
import { splitMatrix, splitVector, combineQueries } from "./combined-query";
import { createQueryBatchSizeControl, type QueryBatchSizeControl } from "./query-batch-size";

interface ScheduledQuery extends QueuedRequestOptions {
  /** Queries of different scopes are never combined. */
  readonly source: ReadableSource;
  readonly promql: string;
  /** Page or job that sends the query. Lanes take turns at a source. */
  readonly lane?: string | undefined;
  /** True for a slow query, which would delay other queries of a batch. */
  readonly isSentSeparately?: boolean;
}

/** Sends queries to sources with limited concurrency. Queries on one grid are combined. */
export interface QueryScheduler {
  readonly queryRange: (query: ScheduledQuery & { readonly grid: Grid }) => Promise<Matrix>;
  readonly queryInstant: (query: ScheduledQuery & { readonly atMs: number }) => Promise<InstantVector>;
  readonly querySamples: (
    query: ScheduledQuery & { readonly atMs: number },
  ) => Promise<readonly SeriesSamples[]>;
}

/** Limits and clock of a query scheduler. */
export interface QuerySchedulerOptions {
  readonly upstream: () => Upstream;
  readonly monotonicMs: () => number;
  /** Less than the source's concurrency limit, so that discovery and checks have free slots. */
  readonly maxConcurrent: number;
  /** Maximum number of waiting queries. The results of further queries would arrive too late to be used. */
  readonly maxWaiting: number;
}

type QueryTime =
  | { readonly kind: "range"; readonly grid: Grid }
  | { readonly kind: "instant"; readonly atMs: number }
  | { readonly kind: "samples"; readonly atMs: number };
type QueuedRequest = QueryTime & {
  readonly promql: string;
  readonly lane: string;
  readonly batchGroup: string | null;
};
type QueryResult = Matrix | InstantVector | readonly SeriesSamples[];

/** Error codes that may be caused by the combination of queries, or by a single query of it. */
const separateRetryCodes: ReadonlySet<string> = new Set(["query-refused", "query-too-large", "too-large"]);
const maxSeparateQueries = 500;
/** Queries can be long. */
const maxSeparateCharacters = 2_000_000;
/**
 * Time for which a query that failed separately is not combined. It is limited, because a source that refused every
 * query during an outage would otherwise receive all queries separately from then on.
 */
const separateForMs = 600_000;

/** Creates a scheduler that sends queries in fair order and combines those on one grid into one query. */
export function createQueryScheduler(options: QuerySchedulerOptions): QueryScheduler {
  const { monotonicMs } = options;
  let sizes = createSizes(monotonicMs);
  const refusals = createRefusalGuard(monotonicMs);
  let lastAnswerMs = -Infinity;
  /** Until when each query is sent separately. */
  const separateUntilMs = new LRUCache<string, number>({
    max: maxSeparateQueries,
    maxSize: maxSeparateCharacters,
    sizeCalculation: (_untilMs, promql) => promql.length + 1,
  });

  const groupOf = (promql: string, time: QueryTime, scopeKey: string): string | null => {
    if (time.kind === "samples" || monotonicMs() < (separateUntilMs.get(promql) ?? -Infinity)) return null;
    if (time.kind === "instant") return `instant ${time.atMs} ${scopeKey}`;
    const { startMs, stepMs, pointCount } = time.grid;
    return `range ${startMs} ${stepMs} ${pointCount} ${scopeKey}`;
  };

  /** After a source refused all queries, it gets combined queries as before. */
  const recordAnswer = (): void => {
    lastAnswerMs = monotonicMs();
    const refused = refusals.recordAcceptedQuery();
    if (refused.length === 0) return;
    sizes = createSizes(monotonicMs);
    for (const promql of refused) separateUntilMs.delete(promql);
  };

  const send = async (requests: readonly QueuedRequest[]): Promise<BatchResult<QueryResult>> => {
    const [first] = requests;
    if (first === undefined) return { kind: "results", results: [] };
    const size = first.kind === "samples" ? undefined : sizes[first.kind];
    const startedMs = monotonicMs();
    try {
      const answers = await sendUnion(options.upstream(), first, requests);
      recordAnswer();
      size?.recordSuccess(requests.length, lastAnswerMs - startedMs);
      return { kind: "results", results: answers };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const isRefused = separateRetryCodes.has(error.code);
      const isSlow = error.code === "source-slow";
      if (isRefused || isSlow) size?.recordFailure(requests.length);
      // A timeout while the source answers other queries means that the batch was too large. A source that does not
      // respond receives no additional queries.
      const isTooMuch = isRefused || (isSlow && lastAnswerMs > startedMs);
      if (isTooMuch && requests.length > 1) return { kind: "retry-separately" };
      if (isRefused) {
        separateUntilMs.set(first.promql, monotonicMs() + separateForMs);
        refusals.recordRefusal(first.promql, error);
      }
      throw error;
    }
  };

  const turns = createRequestQueue<QueuedRequest, QueryResult>({
    maxConcurrent: options.maxConcurrent,
    maxWaiting: options.maxWaiting,
    findMaxBatchSize: (group) => sizeOf(sizes, group).maxExpressions(),
    sendBatch: send,
  });
  const run = (
    { source, promql, lane = "", isSentSeparately = false, signal, onSent }: ScheduledQuery,
    time: QueryTime,
  ): Promise<QueryResult> => {
    return refusals.run(promql, () => {
      const batchGroup = isSentSeparately ? null : groupOf(promql, time, source.scope.key);
      return turns.run({ ...time, promql, lane, batchGroup }, { signal, onSent });
    });
  };
  return {
    queryRange: async (query) => (await run(query, { kind: "range", grid: query.grid })) as Matrix,
    queryInstant: async (query) => (await run(query, { kind: "instant", atMs: query.atMs })) as InstantVector,
    querySamples: async (query) =>
      (await run(query, { kind: "samples", atMs: query.atMs })) as readonly SeriesSamples[],
  };
}

type UnionSizes = Readonly<Record<"range" | "instant", QueryBatchSizeControl>>;

function createSizes(monotonicMs: () => number): UnionSizes {
  return {
    range: createQueryBatchSizeControl({ initialSize: 4, maxSize: 24, monotonicMs }),
    instant: createQueryBatchSizeControl({ initialSize: 16, maxSize: 32, monotonicMs }),
  };
}

function sizeOf(sizes: UnionSizes, group: string): QueryBatchSizeControl {
  return group.startsWith("range") ? sizes.range : sizes.instant;
}

async function sendUnion(
  upstream: Upstream,
  first: QueuedRequest,
  requests: readonly QueuedRequest[],
): Promise<readonly QueryResult[]> {
  const promql = combineQueries(requests.map((query) => query.promql));
  switch (first.kind) {
    case "samples":
      return [await querySamples(upstream, { promql, atMs: first.atMs })];
    case "instant": {
      const vector = await queryInstant(upstream, { promql, atMs: first.atMs });
      return requests.length === 1 ? [vector] : splitVector(vector, requests.length);
    }
    case "range": {
      const matrix = await queryRange(upstream, { promql, grid: first.grid });
      return requests.length === 1 ? [matrix] : splitMatrix(matrix, requests.length);
    }
  }
}

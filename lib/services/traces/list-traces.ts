/**
 * Handler of the trace list: the newest traces of a window, and the slowest. Jaeger neither sorts nor pages, so slow
 * traces are queried with a minimum duration from the metric's p99. The response states the requested and returned
 * number of traces, and whether the list is truncated.
 */
import type { tracesContract, TracesResponse } from "@/lib/contracts/traces/traces";
import type { TimeWindow } from "@/lib/model/time-window";
import { AppError, isAppError } from "@/lib/model/app-error";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import { getLastResults, type LastResults } from "@/lib/server/concurrency/last-results";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { getProcessState } from "@/lib/server/process-state";
import { createScopedKey, type SourceScope } from "@/lib/model/sources/source-scope";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { compareWithMetrics, toMetricsResponse } from "./study/compare-with-metrics";
import { readListing, type ListRequest } from "./query/read-listing";
import { toTraceFilters } from "./query/trace-conditions";
import { chooseRequestedOrFirstTraceService } from "./query/choose-trace-service";
import { getSourceHealth } from "../sources/source-health";
import { findTraceSource, findTraceSourceSlug } from "../sources/trace-source";
import { readWindowMetrics } from "./study/window-metrics";

const maxServices = 200;
/** After waiting for this time, the response contains the last complete lists. */
const shortestOutageMs = 4_000;
/**
 * Without earlier lists, the error of a source that is down is returned after the first of these times, and that of a slow
 * source after both. They end before the time limit of the endpoint.
 */
const firstReadWaitsMs = [4_500, 4_000] as const;
const readTimeLimitMs = 25_000;
/** Time for which a read continues without a waiting page. Pages request the result again within two seconds. */
const graceMs = 5_000;
/** Time for which the result of a slow read is stored, for the page that received the last lists instead. */
const retentionMs = 5_000;
const nanosecondsPerMs = 1_000_000n;

/**
 * Handles the request for the lists of traces of a deployment. If the source fails, returns the last lists
 * with the error.
 */
export const listTraces: Handler<typeof tracesContract> = async ({ query, principal, signal, requestId }) => {
  const { sourceScope } = principal;
  const deployment = await resolveDeployment(query.deployment, sourceScope);
  const key = createScopedKey(sourceScope, createSeriesKey(deployment), JSON.stringify(query));
  const lastList = lastLists().get(key);
  // Started before the lists, so that an error does not wait for the metrics.
  const missing = lastList === undefined ? describeMissingLists(deployment, query) : undefined;
  const failed = async (error: AppError): Promise<TracesResponse> => {
    const problem = toProblem(error, requestId);
    if (lastList !== undefined) return { ...lastList, serverNowMs: nowMs(), problem };
    return { ...((await missing) ?? (await describeMissingLists(deployment, query))), problem };
  };
  const lists = findOrStart(listsInFlight(), key, (leaving) =>
    withTimeLimit(readTimeLimitMs, leaving, async (reading) => {
      const read = await readLists(deployment, query, { sourceScope, signal: reading });
      lastLists().set(key, read);
      return read;
    }),
  );
  try {
    for (const waitMs of lastList === undefined ? firstReadWaitsMs : [shortestOutageMs]) {
      const outcome = await waitOrReturnPending(waitMs, lists.joinResult, signal);
      signal.throwIfAborted();
      if (outcome.kind === "done") return outcome.value;
      if (outcome.kind === "failed") throw outcome.error;
      if (isTraceSourceDown(deployment)) break;
    }
    return await failed(slowError(lists.elapsedMs()));
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return failed(error);
  }
};

/** Lists that are being read. A page that received the last lists requests the result of the same read later. */
const listsInFlight = (): WorkShare<TracesResponse> =>
  getProcessState("trace-lists", () =>
    createWorkShare<TracesResponse>({
      graceMs,
      retentionMs: ({ kind }, tookMs) => (kind === "done" && tookMs > shortestOutageMs ? retentionMs : 0),
      previousRetentionMs: 0,
    }),
  );

/** Returns whether the trace source of a deployment is known to be down, or not to respond. */
function isTraceSourceDown({ tracesSource, sourceScope }: KnownDeployment): boolean {
  const slug = findTraceSourceSlug(tracesSource, sourceScope);
  return slug !== undefined && getSourceHealth(slug).kind === "down";
}

function slowError(elapsedMs: number): AppError {
  return new AppError(
    "source-slow",
    `the trace source has not responded for ${Math.floor(elapsedMs / 1_000)} s`,
  );
}

type ListQuery = HandlerInput<typeof tracesContract>["query"];

interface ListReadOptions {
  readonly sourceScope: SourceScope;
  readonly signal: AbortSignal;
}

/** Reads both lists. Throws the error of the trace source. */
async function readLists(
  deployment: KnownDeployment,
  query: ListQuery,
  { sourceScope, signal }: ListReadOptions,
): Promise<TracesResponse> {
  const window = resolveRequestedWindow(query);
  const filters = toTraceFilters(query);
  // The newest traces need no metrics, so both queries run in parallel.
  const counted = readWindowMetrics(deployment, query);
  const services = deployment.traceServices.slice(0, maxServices);
  const source = await findTraceSource(deployment.tracesSource, sourceScope);
  const request: ListRequest = {
    service: chooseRequestedOrFirstTraceService(deployment, query.service),
    window,
    maxTraces: query.limit,
    signal,
    filters,
    otherServices: services,
  };
  const newest = await readListing(source, request, null);
  const metrics = await counted;
  const slowest = await readListing(source, request, metrics.e2eP99LowerEdgeMs);
  return {
    asOfMs: nowMs(),
    window,
    source: { slug: source.source.slug, version: source.version, api: source.reader.api },
    services,
    newest: { ...newest, traces: newest.traces.toSorted((a, b) => b.startMs - a.startMs) },
    slowest: { ...slowest, traces: slowest.traces.toSorted((a, b) => b.durationNs - a.durationNs) },
    metricRequestCount: metrics.finishedRequestCount,
    metricComparison: await tracedShareOf(deployment, newest, {
      window,
      isUnfiltered: filters === undefined,
    }),
    warnings: [...metrics.warnings],
    problem: null,
  };
}

/** Describes lists that cannot be read and were not read before. */
async function describeMissingLists(deployment: KnownDeployment, query: ListQuery): Promise<TracesResponse> {
  const metrics = await readWindowMetrics(deployment, query);
  return {
    asOfMs: nowMs(),
    window: resolveRequestedWindow(query),
    source: { slug: deployment.tracesSource ?? "jaeger", version: null, api: null },
    services: deployment.traceServices.slice(0, maxServices),
    newest: null,
    slowest: null,
    metricRequestCount: metrics.finishedRequestCount,
    metricComparison: null,
    warnings: [...metrics.warnings],
    problem: null,
  };
}

/** The last complete lists, which stay visible with their age while the source is down. */
const lastLists = (): LastResults<TracesResponse> => getLastResults("traces-last-lists");

type Listing = Awaited<ReturnType<typeof readListing>>;

/**
 * Compares the number of traces with the number of requests in the metrics. Null for an incomplete list, because the
 * source then decides which traces it contains.
 */
async function tracedShareOf(
  deployment: KnownDeployment,
  { retrieval, traces }: Listing,
  { window, isUnfiltered }: { readonly window: TimeWindow; readonly isUnfiltered: boolean },
): Promise<TracesResponse["metricComparison"]> {
  if (retrieval.isTruncated || !isUnfiltered) return null;
  const requests = traces.map(({ startMs, durationNs }) => ({
    startEpochNs: String(BigInt(startMs) * nanosecondsPerMs),
    startNs: 0,
    durationNs,
  }));
  return toMetricsResponse(
    await compareWithMetrics(deployment, { requests, coveredWindow: window, isUnfiltered }),
  );
}

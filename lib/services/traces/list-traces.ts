/**
 * Handler of the trace list: the newest traces of a window, and the slowest. Jaeger neither sorts nor pages, so slow
 * traces are queried with a minimum duration from the metric's p99. The response states the requested and returned
 * number of traces, and whether the list is truncated.
 */
import type { tracesContract, TracesResponse } from "@/lib/contracts/traces/traces";
import type { TimeWindow } from "@/lib/model/time-window";
import { isAppError } from "@/lib/model/app-error";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import { getLastResults, type LastResults } from "@/lib/server/concurrency/last-results";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import { scopedKey } from "@/lib/model/sources/source-scope";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { compareWithMetrics, toMetricsResponse } from "./study/compare-with-metrics";
import { readListing, type ListRequest } from "./query/read-listing";
import { toTraceFilters } from "./query/trace-conditions";
import { chooseTraceService } from "./query/service-of";
import { findTraceSource } from "../sources/trace-source";
import { readWindowMetrics } from "./study/window-metrics";

const maxServices = 200;
const nanosecondsPerMs = 1_000_000n;

export const listTraces: Handler<typeof tracesContract> = async ({ query, principal, signal, requestId }) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const window = resolveRequestedWindow(query);
  const filters = toTraceFilters(query);
  const key = scopedKey(principal.sourceScope, createSeriesKey(deployment), JSON.stringify(query));
  // The newest traces need no metrics, so both queries run in parallel.
  const counted = readWindowMetrics(deployment, query);
  const services = deployment.traceServices.slice(0, maxServices);
  try {
    const source = await findTraceSource(deployment.tracesSource, principal.sourceScope);
    const service = chooseTraceService(deployment, query.service);
    const request: ListRequest = {
      service,
      window,
      maxTraces: query.limit,
      signal,
      filters,
      otherServices: services,
    };
    const newest = await readListing(source, request, null);
    const metrics = await counted;
    const slowest = await readListing(source, request, metrics.e2eP99LowerEdgeMs);
    const response: TracesResponse = {
      asOfMs: nowMs(),
      window,
      source: { slug: source.source.slug, version: source.version, api: source.reader.api },
      services,
      newest: { ...newest, traces: newest.traces.toSorted((a, b) => b.startMs - a.startMs) },
      slowest: { ...slowest, traces: slowest.traces.toSorted((a, b) => b.durationNs - a.durationNs) },
      metricRequestCount: metrics.finishedRequestCount,
      metricComparison: await tracedShareOf(deployment, newest, {
        window,
        isComplete: filters === undefined,
      }),
      warnings: [...metrics.warnings],
      problem: null,
    };
    lastLists().set(key, response);
    return response;
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    const metrics = await counted;
    const lastList = lastLists().get(key);
    if (lastList !== undefined)
      return { ...lastList, serverNowMs: nowMs(), problem: toProblem(error, requestId) };
    return {
      asOfMs: nowMs(),
      window,
      source: { slug: deployment.tracesSource ?? "jaeger", version: null, api: null },
      services,
      newest: null,
      slowest: null,
      metricRequestCount: metrics.finishedRequestCount,
      metricComparison: null,
      warnings: [...metrics.warnings],
      problem: toProblem(error, requestId),
    };
  }
};

/** The last complete lists, which stay visible with their age while the source is down. */
const lastLists = (): LastResults<TracesResponse> => getLastResults("traces-last-lists");

type Listing = Awaited<ReturnType<typeof readListing>>;

/** Returns null for an incomplete list, because the source decides which traces it contains. */
async function tracedShareOf(
  deployment: KnownDeployment,
  { retrieval, traces }: Listing,
  { window, isComplete }: { readonly window: TimeWindow; readonly isComplete: boolean },
): Promise<TracesResponse["metricComparison"]> {
  if (retrieval.isTruncated || !isComplete) return null;
  const requests = traces.map(({ startMs, durationNs }) => ({
    startEpochNs: String(BigInt(startMs) * nanosecondsPerMs),
    startNs: 0,
    durationNs,
  }));
  return toMetricsResponse(
    await compareWithMetrics(deployment, { requests, coveredWindow: window, isComplete }),
  );
}

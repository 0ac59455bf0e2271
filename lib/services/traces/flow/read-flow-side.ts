/** Reads one window of the service flow: its requests, the map, and the scale of its rates. */
import type { FlowRetrieval } from "@/lib/contracts/traces/trace-flow";
import { buildFlowMap, type FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { compareWithMetrics } from "@/lib/services/traces/study/compare-with-metrics";
import { readTraceGroup, type TraceGroup } from "@/lib/services/traces/query/trace-group";
import type { TraceFilters } from "@/lib/services/traces/query/trace-filters";
import { chooseFlowScale } from "./flow-scale";

/** Deployment and window whose calls between services are requested. */
export interface FlowRequest {
  readonly deployment: KnownDeployment;
  readonly service?: string;
  readonly filters?: TraceFilters;
  readonly window: TimeWindow;
  readonly maxTraces: number;
  readonly signal: AbortSignal;
}

/** Calls between services in one window, with the traces from which they were computed. */
export interface FlowSide {
  readonly traceGroup: TraceGroup;
  readonly flowMap: FlowMap;
  readonly retrieval: FlowRetrieval;
}

/** Computes the calls between services in one window. Throws the same errors as `readTraceGroup`. */
export async function readFlowSide(request: FlowRequest): Promise<FlowSide> {
  const group = await readTraceGroup(request);
  const { requests, retrieval } = group;
  const { coveredWindow } = retrieval;
  const isUnfiltered = request.filters === undefined;
  const comparison = await compareWithMetrics(request.deployment, { requests, coveredWindow, isUnfiltered });
  const scale = chooseFlowScale(comparison);
  const map = buildFlowMap({
    traces: requests,
    // No traces were stored before this time.
    windowSeconds: (coveredWindow.endMs - comparison.storedSinceMs) / 1000,
    samplingRatio: scale.kind === "all-requests" ? scale.share : null,
  });
  return { traceGroup: group, flowMap: map, retrieval: retrievalOf(group, scale) };
}

function retrievalOf(
  { service, window, startupTraceCount, retrieval, requests }: TraceGroup,
  scale: FlowRetrieval["scale"],
): FlowRetrieval {
  const { coveredWindow, requestedCount, isTruncated, stoppedBy, unreadIntervalCount } = retrieval;
  return {
    service,
    window,
    coveredWindow,
    requestedCount,
    returnedCount: requests.length,
    startupTraceCount,
    isTruncated,
    stoppedBy,
    unreadIntervalCount,
    scale,
  };
}

/**
 * Computes the calls in one window, or returns the error, so that a failed comparison does not hide the
 * other window.
 */
export async function readFlowSideOrError(request: FlowRequest): Promise<FlowSide | Error> {
  try {
    return await readFlowSide(request);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error;
  }
}

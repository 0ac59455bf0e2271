/** Reads one window of the service flow: its requests, the map, and the scale of its rates. */
import type { FlowRetrieval } from "@/lib/contracts/traces/trace-flow";
import { flowMap, type FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { compareWithMetrics } from "@/lib/services/traces/study/compare-with-metrics";
import { readTraceGroup, type TraceGroup } from "@/lib/services/traces/query/trace-group";
import type { TraceFilters } from "@/lib/services/traces/query/trace-filters";
import { chooseFlowScale } from "./flow-scale";

export interface FlowRequest {
  readonly deployment: KnownDeployment;
  readonly service?: string;
  readonly filters?: TraceFilters;
  readonly window: TimeWindow;
  readonly maxTraces: number;
  readonly signal: AbortSignal;
}

export interface FlowSide {
  readonly traceGroup: TraceGroup;
  readonly flowMap: FlowMap;
  readonly retrieval: FlowRetrieval;
}

/** Returns the services and calls of one side of the flow. Throws the same errors as `readGroup`. */
export async function readFlowSide(request: FlowRequest): Promise<FlowSide> {
  const group = await readTraceGroup(request);
  const { requests, retrieval } = group;
  const { coveredWindow } = retrieval;
  const isComplete = request.filters === undefined;
  const comparison = await compareWithMetrics(request.deployment, { requests, coveredWindow, isComplete });
  const scale = chooseFlowScale(comparison);
  const map = flowMap({
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

/** Returns the side or its error, so that a failed comparison does not hide the window. */
export async function readFlowSideOrError(request: FlowRequest): Promise<FlowSide | Error> {
  try {
    return await readFlowSide(request);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error;
  }
}

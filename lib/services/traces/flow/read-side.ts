/** One window's map: its requests, their services and calls, and what its rates stand for. */
import type { FlowReading } from "@/lib/contracts/trace-flow";
import { flowMap, type FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { besideMetrics } from "@/lib/services/traces/beside-metrics";
import { readGroup, type TraceGroup } from "@/lib/services/traces/trace-group";
import type { TraceFilters } from "@/lib/services/traces/trace-filters";
import { scaleOf } from "./flow-scale";

export interface FlowAsk {
  readonly deployment: KnownDeployment;
  readonly service?: string;
  readonly filters?: TraceFilters;
  readonly window: TimeWindow;
  readonly most: number;
  readonly signal: AbortSignal;
}

export interface FlowSide {
  readonly group: TraceGroup;
  readonly map: FlowMap;
  readonly reading: FlowReading;
}

/** Throws what `readGroup` does. */
export async function readSide(ask: FlowAsk): Promise<FlowSide> {
  const group = await readGroup(ask);
  const { requests, reading } = group;
  const { covered } = reading;
  const areAll = ask.filters === undefined;
  const beside = await besideMetrics(ask.deployment, { requests, covered, areAll });
  const scale = scaleOf(beside);
  const map = flowMap({
    traces: requests,
    // Before traces were kept there was nothing to be read of the requests.
    windowSeconds: (covered.endMs - beside.keptSinceMs) / 1000,
    sampled: scale.kind === "all-requests" ? scale.share : null,
  });
  return { group, map, reading: readingOf(group, scale) };
}

function readingOf(
  { service, window, startUps, reading, requests }: TraceGroup,
  scale: FlowReading["scale"],
): FlowReading {
  const { covered, asked, cut, endedBy, unreadSlices } = reading;
  return {
    service,
    window,
    covered,
    asked,
    got: requests.length,
    startUps,
    cut,
    endedBy,
    unreadSlices,
    scale,
  };
}

/** The side, or the failure of its source: the other window stands without it. */
export async function sideOrFailure(ask: FlowAsk): Promise<FlowSide | Error> {
  try {
    return await readSide(ask);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error;
  }
}

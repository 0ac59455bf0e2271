/** One window's map: its requests, their services and calls, and what its rates stand for. */
import type { FlowReading } from "@/lib/contracts/trace-flow";
import { flowMap, type FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGroup, type TraceGroup } from "@/lib/services/traces/trace-group";
import type { TraceFilters } from "@/lib/services/traces/trace-filters";
import { windowMetrics } from "@/lib/services/traces/window-metrics";
import { chosen, metricsWindow, scaleOf, tooShort } from "./flow-scale";

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
  const { covered } = group.reading;
  const scale = await scaleFor(ask, group);
  const map = flowMap({
    traces: group.requests,
    windowSeconds: (covered.endMs - covered.startMs) / 1000,
    sampled: scale.kind === "all-requests" ? scale.share : null,
  });
  return { group, map, reading: readingOf(group, scale) };
}

async function scaleFor(
  { deployment, filters }: FlowAsk,
  { reading, requests }: TraceGroup,
): Promise<FlowReading["scale"]> {
  const window = metricsWindow(reading.covered);
  if (filters !== undefined) return chosen;
  if (window === null) return tooShort;
  return scaleOf({ requests, covered: reading.covered }, await windowMetrics(deployment, window));
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

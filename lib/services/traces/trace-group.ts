/**
 * The requests that one question about traces is asked of: a service, a window, conditions and how many. Read in slices, analysed
 * in steps, and with it how complete they are, since every number made from them is only as true as their choice.
 */
import { analyseTrace, excludeStartupTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseReader } from "@/lib/analysis/traces/phases";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import type { EngineId } from "@/lib/model/deployment";
import type { PhaseMap } from "@/lib/model/phase-map";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";
import type { TraceApi } from "@/lib/model/trace-reader";
import { runInSteps } from "@/lib/base/run-in-steps";
import { processMemory } from "@/lib/server/memory";
import { createSlots, type Slots } from "@/lib/server/upstream/slots";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { nearOperations, type NearOperations } from "./near-operations";
import { readTraces, type TraceReadResult } from "./read-traces";
import { serviceOf } from "./service-of";
import type { TraceFilters } from "./trace-filters";
import { traceSource } from "./trace-source";

/** What is known of whom the traces are of: a deployment, or a service that is nobody's, whose engine is not known. */
export interface TracedService extends Pick<
  KnownDeployment,
  "title" | "tracesSource" | "traceServices" | "phases"
> {
  readonly slug?: string;
  readonly engine: EngineId | null;
}

export interface TraceGroupRequest {
  readonly deployment: TracedService;
  /** One of the deployment's services; the first that a request passes where none is named. */
  readonly service?: string;
  readonly window: TimeWindow;
  /** From 1 to the most that a study may ask for. */
  readonly maxTraces: number;
  readonly filters?: TraceFilters;
  readonly signal: AbortSignal;
}

export interface TraceGroup {
  readonly source: { readonly slug: string; readonly version: string | null; readonly api: TraceApi };
  readonly service: string;
  /** Newest first. */
  readonly requests: readonly AnalysedTrace[];
  /** Traces of a server's start, which nobody waited for; they are in no number. */
  readonly startupTraces: number;
  readonly retrieval: Omit<TraceReadResult, "traces">;
  /** Named like the one that was asked for, where no trace has that. */
  readonly nearOperations: NearOperations;
  readonly window: TimeWindow;
}

/** A source may be slow, and what it gave by then is an answer; the door has its own limit above this one. */
const timeBudgetMs = 20_000;
/** Analysed in some milliseconds, of few traces or of many. */
const spansPerStep = 1_000;

const groupsAtOnce = 2;
const groupsWaiting = 16;
/** Thousands of traces fill memory: a few groups are read at once, the others wait. */
const turns = (): Slots => processMemory("trace-groups", () => createSlots(groupsAtOnce, groupsWaiting));

/** Throws not-found where the deployment has no such service, and the source's failure when it gave nothing. */
export async function readGroup(request: TraceGroupRequest): Promise<TraceGroup> {
  const release = await turns().take(request.signal);
  try {
    return await readAndAnalyse(request);
  } finally {
    release();
  }
}

async function readAndAnalyse(request: TraceGroupRequest): Promise<TraceGroup> {
  const { deployment, window, maxTraces, filters, signal } = request;
  const { source, version, reader } = await traceSource(deployment.tracesSource);
  const service = serviceOf(deployment, request.service);
  const enough = AbortSignal.timeout(timeBudgetMs);
  const asked = {
    service,
    window,
    maxTraces: maxTraces,
    signal,
    enough,
    ...(filters === undefined ? {} : { filters }),
  };
  const read = await readTraces(reader, asked);
  const maps = phaseMapsFor(deployment.engine, deployment.phases);
  const analysed = await runInSteps(analyseInSteps(read.traces, maps), signal);
  const { traces: _traces, ...reading } = read;
  return {
    source: { slug: source.slug, version, api: reader.api },
    service,
    ...excludeStartupTraces(analysed, maps),
    retrieval: reading,
    nearOperations: await nearOperations(reader, { ...asked, otherServices: deployment.traceServices }, read),
    window,
  };
}

function* analyseInSteps(
  traces: readonly Trace[],
  maps: readonly PhaseMap[],
): Generator<void, readonly AnalysedTrace[]> {
  const reader = phaseReader(maps);
  const analysed: AnalysedTrace[] = [];
  let spans = 0;
  for (const trace of traces) {
    spans += trace.spans.length;
    if (spans > spansPerStep) {
      yield;
      spans = trace.spans.length;
    }
    const one = analyseTrace(trace, reader);
    if (one !== null) analysed.push(one);
  }
  return analysed;
}

/**
 * Reads the requests for a trace analysis: a service, a window, conditions and a limit. They are read in intervals
 * and analysed in steps. The result states how complete it is, because the numbers depend on it.
 */
import { analyseTrace, excludeStartupTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { createPhaseReader } from "@/lib/analysis/traces/phases";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceApi } from "@/lib/model/traces/trace-reader";
import { runInSteps } from "@/lib/base/steps";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { getProcessState } from "@/lib/server/process-state";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findSimilarOperations, type SimilarOperations } from "./similar-operations";
import { readTraces, type TraceReadResult } from "./read-traces";
import { chooseRequestedOrFirstTraceService } from "./choose-trace-service";
import type { TraceFilters } from "./trace-filters";
import { findTraceSource } from "@/lib/services/sources/trace-source";

/** Owner of the traces: a deployment, or a service without a deployment and with an unknown engine. */
export interface TracedService extends Pick<
  KnownDeployment,
  "title" | "tracesSource" | "traceServices" | "phases" | "sourceScope"
> {
  readonly slug?: string;
  readonly engine: EngineId | null;
}

/** Deployment, window and filters of the requests to analyse. */
export interface TraceGroupRequest {
  readonly deployment: TracedService;
  /** A trace service of the deployment; by default the first one that a request passes. */
  readonly service?: string;
  readonly window: TimeWindow;
  /** At most `traceStudyLimits.maxTraces`. */
  readonly maxTraces: number;
  readonly filters?: TraceFilters;
  readonly signal: AbortSignal;
}

/** Analysed requests of a window, with how complete they are. */
export interface TraceGroup {
  readonly traceSource: { readonly slug: string; readonly version: string | null; readonly api: TraceApi };
  readonly service: string;
  /** Newest first. */
  readonly requests: readonly AnalysedTrace[];
  /** Number of traces of a server start. Statistics exclude these traces. */
  readonly startupTraceCount: number;
  readonly retrieval: Omit<TraceReadResult, "traces">;
  /** Suggestions for a requested operation that no trace has. */
  readonly nearOperations: SimilarOperations;
  readonly window: TimeWindow;
}

/** Time after which reading stops and the traces so far are analysed. The endpoint's time limit is higher. */
const timeBudgetMs = 20_000;
/** Number of spans that are analysed in one step, which takes a few milliseconds. */
const spansPerStep = 1_000;

/** Thousands of traces need much memory, so only a few groups are read concurrently. */
const groupLimit = (): ConcurrencyLimit =>
  getProcessState("trace-groups", () => createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 16 }));

/**
 * Reads and analyses the requests of a window. Throws not-found when the deployment has no such service, and
 * the source's error when it returned nothing.
 */
export function readTraceGroup(request: TraceGroupRequest): Promise<TraceGroup> {
  return groupLimit().run(() => readAndAnalyse(request), request.signal);
}

async function readAndAnalyse(request: TraceGroupRequest): Promise<TraceGroup> {
  const { deployment, window, maxTraces, filters, signal } = request;
  const { source, version, reader } = await findTraceSource(deployment.tracesSource, deployment.sourceScope);
  const service = chooseRequestedOrFirstTraceService(deployment, request.service);
  const readRequest = {
    service,
    window,
    maxTraces,
    signal,
    timeBudgetSignal: AbortSignal.timeout(timeBudgetMs),
    ...(filters === undefined ? {} : { filters }),
  };
  const read = await readTraces(reader, readRequest);
  const maps = listPhaseMaps(deployment.engine, deployment.phases);
  const analysed = await runInSteps(analyseInSteps(read.traces, maps), signal);
  const { traces: _traces, ...retrieval } = read;
  return {
    traceSource: { slug: source.slug, version, api: reader.api },
    service,
    ...excludeStartupTraces(analysed, maps),
    retrieval,
    nearOperations: await findSimilarOperations(
      reader,
      { ...readRequest, otherServices: deployment.traceServices },
      read,
    ),
    window,
  };
}

function* analyseInSteps(
  traces: readonly Trace[],
  maps: readonly PhaseMap[],
): Generator<void, readonly AnalysedTrace[]> {
  const reader = createPhaseReader(maps);
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

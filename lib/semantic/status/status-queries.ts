/** The additional queries of a status: how long requests waited, recent tokens and stuck gauges, by instance. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { printPromql } from "@/lib/semantic/compile/promql";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { joinRangeCalls, type RangeFunction } from "@/lib/semantic/compile/range-calls";
import { processLabels } from "@/lib/semantic/compile/process-matching";
import { getEngineSeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { resolveCounterFallback } from "@/lib/semantic/compile/counter-fallback";
import { buildUpQuery } from "@/lib/semantic/compile/up-query";
import {
  buildExistedBeforeQuery,
  buildPresenceByLabels,
  buildHttpRequestsQuery,
  planQueueTime,
  findGaugeOrCounter,
  buildSuccessesQuery,
} from "./status-parts";

/**
 * PromQL queries of the values from which the status of a deployment is decided; null if the deployment has
 * no such series. Most have one result per instance.
 */
export interface StatusQueries {
  readonly upQuery: string | null;
  /**
   * Query whether the engine's detection metric has samples; null if the metric appears only with the first request.
   */
  readonly engineMetricPresence: string | null;
  readonly recentMinRunning: string | null;
  readonly recentMinWaiting: string | null;
  readonly minWaiting: string | null;
  readonly meanKvUsage: string | null;
  readonly preemptions: string | null;
  readonly minRunningWhileWaiting: string | null;
  readonly maxRunningWhileWaiting: string | null;
  readonly finishedWhileWaiting: string | null;
  readonly tokensWhileWaiting: string | null;
  readonly promptTokensWhileWaiting: string | null;
  readonly successesWhileWaiting: string | null;
  /** Has a result where the running gauge already existed when requests must have begun to wait. */
  readonly runningBeforeWaiting: string | null;
  /** Output tokens, or steps in engines that count tokens late. Any increase shows that the engine works. */
  readonly recentTokens: string | null;
  /** Prompt tokens, which increase during a long prefill; null if the engine may count them on arrival. */
  readonly recentPromptTokens: string | null;
  /** Requests that finished without an error or abort. */
  readonly recentSuccesses: string | null;
  readonly runningChangeCount: string | null;
  /**
   * Has a result when the running gauge, or a training job's step counter, already existed at the start of the window
   * in which it must have changed.
   */
  readonly runningBefore: string | null;
  readonly maxWaiting: string | null;
  readonly arrivals: string | null;
  readonly finishedRequests: string | null;
  /** Requests that the HTTP front end answered, including those that never reached the engine. */
  readonly httpRequests: string | null;
  /** Time in the queue per second, in seconds, and requests that left the queue per second. */
  readonly queueTime: string | null;
  readonly queuedRequests: string | null;
  /** True if the deployment is a training job, which is judged only by the progress of its steps. */
  readonly isTraining: boolean;
  /** True if the gauge of running requests includes waiting requests. */
  readonly runningIncludesWaiting: boolean;
  /** True if requests are counted when they arrive. */
  readonly countsArrivals: boolean;
  /** True if a full batch can be recognized: the server is an engine and counts finished requests. */
  readonly hasBatch: boolean;
  readonly stallWindowMs: number;
  readonly waitingWindowMs: number;
}

/**
 * Plans the queries of a deployment's status. `sampleSpacingMs` is the distance between samples; null when unknown.
 */
export function planStatusQueries(context: QueryContext, sampleSpacingMs: number | null): StatusQueries {
  const finder = getEngineSeriesFinder(context);
  const { engine } = context;
  const scrapesMs = (count: number): number => count * (sampleSpacingMs ?? 0);
  const atLeastScrapes = (durationMs: number): number =>
    Math.max(durationMs, scrapesMs(evaluationWindows.stalledScrapes + 1));
  const stallWindowMs = atLeastScrapes(evaluationWindows.stalledForMs);
  const waitingWindowMs = atLeastScrapes(resolveLimits(context.deployment).waitingSeconds * 1_000);
  const absentWindowMs = atLeastScrapes(evaluationWindows.absentForMs);
  const { frozenForMs, headlineWindowMs } = evaluationWindows;
  const existenceMs = Math.max(60_000, scrapesMs(2));
  // The length is two scrapes, so that one may be missing. A longer period would include instances that started in the
  // window.
  const startOfWaitingMs = Math.min(waitingWindowMs / 2, Math.max(30_000, scrapesMs(2)));
  const present =
    engine.role === "gateway"
      ? undefined
      : joinRangeCalls(finder.processIdentifyingSeries, "last_over_time", absentWindowMs);
  const over = perInstance(context);
  const overSignal = (signal: FamilySignalId<"engine">, call: RangeFunction, windowMs: number) =>
    over(findGaugeOrCounter(resolveCounterFallback(engine.signals[signal], context)), call, windowMs);
  const { tokens, promptTokens } = progressCounters(engine);
  const countsFinished = findGaugeOrCounter(engine.signals.requests)?.countsArrivals !== true;
  const hasBatch = engine.role === "engine" && countsFinished;
  // Finished requests are needed only if a constant token counter could be mistaken for a stall.
  const finishes = over(tokens, "increase", stallWindowMs) !== null && countsFinished;
  const successes = (windowMs: number) => (finishes ? buildSuccessesQuery(context, windowMs) : null);
  return {
    upQuery: buildUpQuery(
      context,
      Math.max(evaluationWindows.silentForMs, scrapesMs(evaluationWindows.silentScrapes)),
      {
        best: "or-failed-at-last",
        // At least as long as the window of any other query that can show that the target responds.
        withinMs: present === undefined ? Math.max(headlineWindowMs, absentWindowMs) : absentWindowMs,
      },
    ),
    engineMetricPresence: present === undefined ? null : printPromql(buildPresenceByLabels(present, [])),
    recentMinRunning: overSignal("running", "min_over_time", stallWindowMs),
    recentMinWaiting: overSignal("waiting", "min_over_time", stallWindowMs),
    minWaiting: overSignal("waiting", "min_over_time", waitingWindowMs),
    meanKvUsage: over(
      findGaugeOrCounter(engine.signals["kv-usage"]),
      "avg_over_time",
      waitingWindowMs,
      "max",
    ),
    preemptions: overSignal("preemptions", "rate", waitingWindowMs),
    minRunningWhileWaiting: overSignal("running", "min_over_time", waitingWindowMs),
    maxRunningWhileWaiting: hasBatch ? overSignal("running", "max_over_time", waitingWindowMs) : null,
    finishedWhileWaiting: hasBatch ? overSignal("requests", "increase", waitingWindowMs) : null,
    tokensWhileWaiting: over(tokens, "increase", waitingWindowMs),
    promptTokensWhileWaiting: over(promptTokens, "increase", waitingWindowMs),
    successesWhileWaiting: successes(waitingWindowMs),
    runningBeforeWaiting: buildExistedBeforeQuery(context, waitingWindowMs, startOfWaitingMs),
    recentTokens: over(tokens, "increase", stallWindowMs),
    recentPromptTokens: over(promptTokens, "increase", stallWindowMs),
    recentSuccesses: successes(stallWindowMs),
    runningChangeCount: overSignal("running", "changes", frozenForMs),
    runningBefore: buildExistedBeforeQuery(context, frozenForMs, existenceMs),
    maxWaiting: overSignal("waiting", "max_over_time", frozenForMs),
    arrivals: over(engine.activityCounter, "increase", frozenForMs),
    finishedRequests: overSignal("requests", "increase", frozenForMs),
    httpRequests: buildHttpRequestsQuery(context, headlineWindowMs),
    ...planQueueTime(context),
    isTraining: engine.role === "training",
    runningIncludesWaiting: engine.runningIncludesWaiting === true,
    countsArrivals: !countsFinished,
    hasBatch,
    stallWindowMs,
    waitingWindowMs,
  };
}

/** Returns a function that prints the query for a metric by instance; null if the deployment has no series of it. */
function perInstance(context: QueryContext) {
  const finder = { ...getEngineSeriesFinder(context), groupByLabels: processLabels };
  return (
    ref: MetricRef | undefined,
    rangeFunction: RangeFunction,
    windowMs: number,
    aggregateOperator: "sum" | "max" = "sum",
  ): string | null => {
    const of = ref && aggregateMetric(ref, finder, { rangeFunction, windowMs, aggregateOperator });
    return of === undefined ? null : printPromql(of);
  };
}

/** Returns the counters that increase while an engine works on a request. */
function progressCounters({ progressMetric, role, signals }: QueryContext["engine"]): {
  readonly tokens: MetricRef | undefined;
  readonly promptTokens: MetricRef | undefined;
} {
  if (progressMetric !== undefined) return { tokens: progressMetric, promptTokens: undefined };
  // Tokens counted at the end of a request stay constant during a long one, which is not a stall.
  const during = (ref: MetricRef | undefined) => (ref?.incrementsAtRequestEnd === true ? undefined : ref);
  const tokens = during(findGaugeOrCounter(signals["output-tokens"]));
  // A gateway may count the tokens of a prompt when it arrives.
  const promptTokens =
    tokens === undefined || role !== "engine"
      ? undefined
      : during(findGaugeOrCounter(signals["prompt-tokens"]));
  return { tokens, promptTokens };
}

/** Returns all planned queries of a status. */
export function listStatusQueries(queries: StatusQueries): readonly string[] {
  return Object.values(queries).filter((promql) => typeof promql === "string");
}

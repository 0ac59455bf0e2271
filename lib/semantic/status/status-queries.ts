/** The additional queries of a status: how long requests waited, recent tokens and stuck gauges. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { StatusNumbers, TargetState } from "@/lib/model/status/status-facts";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { joinWithOr, printPromql, type PromqlExpression } from "@/lib/semantic/compile/promql";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { joinRangeCalls } from "@/lib/semantic/compile/range-calls";
import { buildCounterRate } from "@/lib/semantic/compile/compile-rate";
import { listAttempts } from "@/lib/semantic/compile/ratio-denominator";
import {
  findEngineSeriesFinder,
  findSeries,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { resolveCounterFallback } from "@/lib/semantic/compile/counter-fallback";
import { buildUpQuery } from "@/lib/semantic/compile/up-query";

type RangeCall = Extract<PromqlExpression, { kind: "range-call" }>["name"];

/**
 * PromQL of each number from which the status of a deployment is decided; null if the deployment has no
 * series for it.
 */
export interface StatusQueries {
  readonly upQuery: string | null;
  /** Whether the engine's detection metric has samples; null when the metric appears only with a first request. */
  readonly engineMetricPresent: string | null;
  readonly recentMinRunning: string | null;
  readonly recentMinWaiting: string | null;
  readonly minWaiting: string | null;
  readonly meanKvUsage: string | null;
  readonly preemptions: string | null;
  readonly lowestRunning: string | null;
  readonly highestRunning: string | null;
  readonly finishedWhileWaiting: string | null;
  /** Tokens, or steps in engines that count tokens late. Any increase shows that the engine works. */
  readonly recentTokens: string | null;
  /** Finished requests without those that failed or were aborted. */
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
  /** The deployment is a training job, which is judged only by the progress of its steps. */
  readonly isTraining: boolean;
  readonly runningIncludesWaiting: boolean;
}

function refOf(recipe: Recipe) {
  if (recipe.kind === "gauge") return recipe.metric;
  return recipe.kind === "counter" ? recipe.alternatives[0] : undefined;
}

/**
 * Plans the queries of a deployment's status. `sampleSpacingMs` is the distance between samples; null when unknown.
 */
export function planStatusQueries(context: QueryContext, sampleSpacingMs: number | null): StatusQueries {
  const finder = findEngineSeriesFinder(context);
  const scrapesMs = (count: number): number => count * (sampleSpacingMs ?? 0);
  const stallWindowMs = Math.max(
    evaluationWindows.stalledForMs,
    scrapesMs(evaluationWindows.stalledScrapes + 1),
  );
  const waitingWindowMs = resolveLimits(context.deployment).waitingSeconds * 1_000;
  const absentWindowMs = Math.max(
    evaluationWindows.absentForMs,
    scrapesMs(evaluationWindows.stalledScrapes + 1),
  );
  const present =
    context.engine.role === "gateway"
      ? undefined
      : joinRangeCalls(finder.processIdentifyingSeries, "last_over_time", absentWindowMs);
  const over = (
    signal: FamilySignalId<"engine">,
    call: RangeCall,
    windowMs: number,
    aggregate: "sum" | "max" = "sum",
  ): string | null => {
    const ref = refOf(resolveCounterFallback(context.engine.signals[signal], context));
    const of =
      ref && aggregateMetric(ref, finder, { rangeFunction: call, windowMs, aggregateOperator: aggregate });
    return of === undefined ? null : printPromql(of);
  };
  // Tokens counted at the end of a request stay constant during a long one, which is not a stall.
  const tokens = refOf(context.engine.signals["output-tokens"]);
  const progress =
    context.engine.progressMetric ?? (tokens?.incrementsAtRequestEnd === true ? undefined : tokens);
  const progressed =
    progress &&
    aggregateMetric(progress, finder, {
      rangeFunction: "increase",
      windowMs: stallWindowMs,
      aggregateOperator: "sum",
    });
  const countsFinished = refOf(context.engine.signals.requests)?.countsArrivals !== true;
  // Finished requests only matter if a constant token counter could be mistaken for a stall.
  const finishes = progressed !== undefined && countsFinished;
  const hasBatch = context.engine.role === "engine" && countsFinished;
  const arriving = aggregateMetric(context.engine.activityCounter, finder, {
    rangeFunction: "increase",
    windowMs: evaluationWindows.frozenForMs,
    aggregateOperator: "sum",
  });
  return {
    upQuery: buildUpQuery(
      context,
      Math.max(evaluationWindows.silentForMs, scrapesMs(evaluationWindows.silentScrapes)),
      {
        best: "or-failed-at-last",
        // At least as long as any other query can show that the target responds.
        withinMs:
          present === undefined
            ? Math.max(evaluationWindows.headlineWindowMs, absentWindowMs)
            : absentWindowMs,
      },
    ),
    engineMetricPresent: present === undefined ? null : printPromql(groupOf(present)),
    recentMinRunning: over("running", "min_over_time", stallWindowMs),
    recentMinWaiting: over("waiting", "min_over_time", stallWindowMs),
    minWaiting: over("waiting", "min_over_time", waitingWindowMs),
    meanKvUsage: over("kv-usage", "avg_over_time", waitingWindowMs, "max"),
    preemptions: over("preemptions", "rate", waitingWindowMs),
    lowestRunning: hasBatch ? over("running", "min_over_time", waitingWindowMs) : null,
    highestRunning: hasBatch ? over("running", "max_over_time", waitingWindowMs) : null,
    finishedWhileWaiting: hasBatch ? over("requests", "increase", waitingWindowMs) : null,
    recentTokens: progressed === undefined ? null : printPromql(progressed),
    recentSuccesses: finishes ? successesOver(context, stallWindowMs) : null,
    runningChangeCount: over("running", "changes", evaluationWindows.frozenForMs),
    runningBefore: existedBefore(context, evaluationWindows.frozenForMs, Math.max(minuteMs, scrapesMs(2))),
    maxWaiting: over("waiting", "max_over_time", evaluationWindows.frozenForMs),
    arrivals: arriving === undefined ? null : printPromql(arriving),
    finishedRequests: over("requests", "increase", evaluationWindows.frozenForMs),
    httpRequests: httpRequestsOver(context, evaluationWindows.headlineWindowMs),
    ...planQueueTime(context),
    isTraining: context.engine.role === "training",
    runningIncludesWaiting: context.engine.runningIncludesWaiting === true,
  };
}

function planQueueTime(context: QueryContext): Pick<StatusQueries, "queueTime" | "queuedRequests"> {
  const plan = compileSignal("queue-time", "mean", context, evaluationWindows.headlineWindowMs);
  return plan.kind === "mean" && plan.mean.kind === "sum-over-count" && plan.mean.scale === 1
    ? { queueTime: plan.mean.sumQuery, queuedRequests: plan.mean.countQuery }
    : { queueTime: null, queuedRequests: null };
}

function httpRequestsOver(context: QueryContext, windowMs: number): string | null {
  const { errors } = context.engine.signals;
  const parts = (errors.kind === "counter" ? listAttempts(errors) : []).flatMap(
    (ref) =>
      aggregateMetric(ref, findEngineSeriesFinder(context), {
        rangeFunction: "increase",
        windowMs,
        aggregateOperator: "sum",
      }) ?? [],
  );
  return parts.length === 0 ? null : printPromql(joinWithOr(parts));
}

/**
 * Returns a query for the requests that finished without an error or abort. An outcome that is not counted does not
 * reduce the number: such requests finished as well. Failures in front of the engine are not among the finished requests.
 */
function successesOver(context: QueryContext, windowMs: number): string | null {
  const increaseOf = (signal: FamilySignalId<"engine">): PromqlExpression | undefined => {
    const recipe = resolveCounterFallback(context.engine.signals[signal], context);
    if (recipe.kind !== "counter") return undefined;
    const alternatives = recipe.alternatives.filter(({ attempts }) => attempts === undefined);
    return alternatives.length > 0
      ? buildCounterRate(
          { ...recipe, alternatives },
          {
            finder: findEngineSeriesFinder(context),
            windowMs,
            rangeFunction: "increase",
          },
        )
      : undefined;
  };
  const finished = increaseOf("requests");
  if (finished === undefined) return null;
  const zero: PromqlExpression = {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: 0 },
    rhs: finished,
  };
  const outcomes = [increaseOf("errors"), increaseOf("aborts")].filter((one) => one !== undefined);
  return printPromql(
    outcomes.reduce(
      (lhs, counted): PromqlExpression => ({
        kind: "binary",
        operator: "-",
        lhs,
        rhs: joinWithOr([counted, zero]),
      }),
      finished,
    ),
  );
}

const minuteMs = 60_000;

/** Returns the metric that must change: the steps of a training job, or the running gauge of a server. */
function progressMetric({ role, activityCounter, signals }: QueryContext["engine"]): MetricRef | undefined {
  return role === "training" ? activityCounter : refOf(signals.running);
}

/** Returns a query for samples within `withinMs` of the time `agoMs` before. */
function existedBefore(context: QueryContext, agoMs: number, withinMs: number): string | null {
  const ref = progressMetric(context.engine);
  const series = ref === undefined ? [] : findSeries(ref, findEngineSeriesFinder(context));
  if (series.length === 0) return null;
  const parts = series.map((of): PromqlExpression => ({
    kind: "range-call",
    name: "last_over_time",
    operand: of,
    windowMs: withinMs,
    offsetMs: agoMs - withinMs,
  }));
  return printPromql(groupOf(joinWithOr(parts)));
}

const groupOf = (of: PromqlExpression): PromqlExpression => ({
  kind: "aggregate",
  name: "group",
  by: [],
  operand: of,
});

/** Returns all planned queries of a status. */
export function listStatusQueries(queries: StatusQueries): readonly string[] {
  return Object.values(queries).filter((promql) => typeof promql === "string");
}

/**
 * Reads the numbers for the status from the query results, except the instances that are down, which need
 * the samples of each target.
 */
export function readStatusNumbers(queries: StatusQueries, columns: QueryColumns): StatusNumbers {
  const number = (promql: string | null): number | null => {
    const value = promql === null ? Number.NaN : (readSingleColumn(columns, promql)[0] ?? Number.NaN);
    return Number.isNaN(value) ? null : value;
  };
  const [runningChangeCount, maxWaiting] = [number(queries.runningChangeCount), number(queries.maxWaiting)];
  const [arrivals, finished] = [number(queries.arrivals), number(queries.finishedRequests)];
  const [lowestRunning, highestRunning] = [number(queries.lowestRunning), number(queries.highestRunning)];
  // A gauge that is younger than the window cannot be stuck for that long.
  const hasFullWindow = number(queries.runningBefore) !== null;
  const known = hasFullWindow && runningChangeCount !== null && arrivals !== null && finished !== null;
  return {
    targets: targetsOf(
      number(queries.upQuery),
      queries.engineMetricPresent === null || number(queries.engineMetricPresent) !== null,
    ),
    downInstances: null,
    recentMinRunning: number(queries.recentMinRunning),
    recentMinWaiting: number(queries.recentMinWaiting),
    minWaiting: number(queries.minWaiting),
    meanKvUsageRatio: number(queries.meanKvUsage),
    preemptionsPerSecond: number(queries.preemptions),
    constantRunning: lowestRunning === highestRunning ? lowestRunning : null,
    finishedWhileConstant: number(queries.finishedWhileWaiting),
    recentTokens: number(queries.recentTokens),
    recentSuccesses: number(queries.recentSuccesses),
    httpRequests: number(queries.httpRequests),
    meanQueueSeconds: meanOf(number(queries.queueTime), number(queries.queuedRequests)),
    runningIncludesWaiting: queries.runningIncludesWaiting,
    // A gauge that the engine does not expose cannot contradict the others.
    requestActivity: known ? { runningChangeCount, maxWaiting: maxWaiting ?? 0, arrivals, finished } : null,
    steps: queries.isTraining ? { increase: arrivals, hasFullWindow } : null,
  };
}

function meanOf(sum: number | null, count: number | null): number | null {
  return sum === null || count === null || !(count > 0) ? null : sum / count;
}

/** Sources with remote write may have no `up` series, so other series determine the state. */
function targetsOf(up: number | null, hasSeries: boolean): TargetState {
  if (up === 0) return "silent";
  if (hasSeries) return "answering";
  return up === null ? "removed" : "without-series";
}

/** Reads the numbers of a status from the results of its queries: totals of the deployment, and by instance. */
import type {
  InstanceNumbers,
  RequestActivity,
  StatusNumbers,
  TargetState,
} from "@/lib/model/status/status-facts";
import type { LabelledColumn, QueryColumns } from "@/lib/semantic/evaluate/columns";
import { processLabels } from "@/lib/semantic/compile/process-matching";
import type { StatusQueries } from "./status-queries";

/** Reads one query's number; null when it is unknown. */
type ReadNumber = (promql: string | null) => number | null;

/**
 * Reads the numbers for the status from the query results, except the instances that are down, which need
 * the samples of each target.
 */
export function readStatusNumbers(queries: StatusQueries, columns: QueryColumns): StatusNumbers {
  const valuesOf = (promql: string | null): readonly number[] =>
    promql === null
      ? []
      : columns
          .findRows(promql)
          .map(readFirstValue)
          .filter((value) => !Number.isNaN(value));
  const total: ReadNumber = (promql) => {
    const values = valuesOf(promql);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  };
  const usage = valuesOf(queries.meanKvUsage);
  return {
    targets: targetsOf(
      total(queries.upQuery),
      queries.engineMetricPresence === null || total(queries.engineMetricPresence) !== null,
    ),
    downInstances: null,
    recentMinRunning: total(queries.recentMinRunning),
    recentMinWaiting: total(queries.recentMinWaiting),
    minWaiting: total(queries.minWaiting),
    meanKvUsageRatio: usage.length === 0 ? null : Math.max(...usage),
    preemptionsPerSecond: total(queries.preemptions),
    constantRunning: readConstantRunning(queries, total),
    finishedWhileConstant: total(queries.finishedWhileWaiting),
    instances: readInstances(queries, columns),
    waitingWindowMs: queries.waitingWindowMs,
    stallWindowMs: queries.stallWindowMs,
    recentTokens: sumKnown(total(queries.recentTokens), total(queries.recentPromptTokens)),
    recentSuccesses: total(queries.recentSuccesses),
    httpRequests: total(queries.httpRequests),
    meanQueueSeconds: meanOf(total(queries.queueTime), total(queries.queuedRequests)),
    runningIncludesWaiting: queries.runningIncludesWaiting,
    ...(queries.countsArrivals ? { countsArrivals: true } : {}),
    requestActivity: readActivity(queries, total),
    steps: queries.isTraining
      ? { increase: total(queries.arrivals), hasFullWindow: total(queries.runningBefore) !== null }
      : null,
  };
}

const perInstance = [
  "minWaiting",
  "meanKvUsage",
  "preemptions",
  "minRunningWhileWaiting",
  "finishedWhileWaiting",
] as const satisfies readonly (keyof StatusQueries)[];

const readFirstValue = ({ values }: LabelledColumn): number => values[0] ?? Number.NaN;
const processKey = ({ labels }: Pick<LabelledColumn, "labels">): string =>
  JSON.stringify(processLabels.map((label) => labels[label] ?? ""));

/** Returns the numbers of each process that exposes a gauge or counter of requests. */
function readInstances(queries: StatusQueries, columns: QueryColumns): readonly InstanceNumbers[] {
  const rowsOf = (promql: string | null): readonly LabelledColumn[] =>
    promql === null ? [] : columns.findRows(promql);
  const processes = Map.groupBy(
    perInstance.flatMap((name) => rowsOf(queries[name])),
    processKey,
  );
  const byQuery = new Map<string, ReadonlyMap<string, number>>();
  const valuesOf = (promql: string): ReadonlyMap<string, number> => {
    const found =
      byQuery.get(promql) ?? new Map(rowsOf(promql).map((row) => [processKey(row), readFirstValue(row)]));
    byQuery.set(promql, found);
    return found;
  };
  return [...processes].map(([process, [row]]) => {
    const number: ReadNumber = (promql) => {
      const value = promql === null ? undefined : valuesOf(promql).get(process);
      return value === undefined || Number.isNaN(value) ? null : value;
    };
    const { instance = "" } = row?.labels ?? {};
    return {
      instance: instance === "" ? null : instance,
      minRunning: number(queries.minRunningWhileWaiting),
      minWaiting: number(queries.minWaiting),
      meanKvUsageRatio: number(queries.meanKvUsage),
      preemptionsPerSecond: number(queries.preemptions),
      constantRunning: readConstantRunning(queries, number),
      finished: number(queries.finishedWhileWaiting),
      tokens: sumKnown(number(queries.tokensWhileWaiting), number(queries.promptTokensWhileWaiting)),
      successes: number(queries.successesWhileWaiting),
      hasFullWindow: number(queries.runningBeforeWaiting) !== null,
      requestActivity: readActivity(queries, number),
    };
  });
}

function readConstantRunning(
  { hasBatch, minRunningWhileWaiting, maxRunningWhileWaiting }: StatusQueries,
  number: ReadNumber,
): number | null {
  const lowest = number(minRunningWhileWaiting);
  return hasBatch && lowest === number(maxRunningWhileWaiting) ? lowest : null;
}

/**
 * Reads the request activity. Null for a gauge that is younger than the window, because it cannot have been frozen for
 * so long.
 */
function readActivity(queries: StatusQueries, number: ReadNumber): RequestActivity | null {
  const runningChangeCount = number(queries.runningChangeCount);
  const [arrivals, finished] = [number(queries.arrivals), number(queries.finishedRequests)];
  if (number(queries.runningBefore) === null) return null;
  if (runningChangeCount === null || arrivals === null || finished === null) return null;
  // If the engine does not expose the waiting gauge, 0 is used, so that the other values decide.
  return { runningChangeCount, maxWaiting: number(queries.maxWaiting) ?? 0, arrivals, finished };
}

/** Adds an optional second counter; null if the first one is unknown. */
function sumKnown(value: number | null, added: number | null): number | null {
  return value === null ? null : value + (added ?? 0);
}

function meanOf(sum: number | null, count: number | null): number | null {
  return sum === null || count === null || !(count > 0) ? null : sum / count;
}

/**
 * Returns the state of the targets. Sources with remote write may have no `up` series, so the state also depends on
 * other series.
 */
function targetsOf(up: number | null, hasSeries: boolean): TargetState {
  if (up === 0) return "silent";
  if (hasSeries) return "answering";
  return up === null ? "removed" : "without-series";
}

/**
 * The queries that explain why a number is missing: target status, requests in flight and arrivals. All panels share
 * them.
 */
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { AbsenceEvidence } from "./absence";
import { joinWithOr, printPromql } from "@/lib/semantic/compile/promql";
import { listRequestSeries } from "@/lib/semantic/compile/request-series";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { getEngineSeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildAnyScrapeQuery, buildUpQuery } from "@/lib/semantic/compile/up-query";

/**
 * PromQL queries whose results explain why a signal has no value, such as targets that are down or no
 * requests.
 */
export interface AbsenceEvidencePlan {
  readonly upQuery: string;
  readonly runningQuery: string | null;
  readonly waitingQuery: string | null;
  readonly activityRateQuery: string | null;
  /**
   * Query for a metric that the engine exposes before its first request; null if the engine exposes all its series from
   * the start.
   */
  readonly presentBeforeRequestsQuery: string | null;
  /** Query whether the source scraped any target. Sent only if the source has no sample of the deployment's targets. */
  readonly anyScrapeQuery: string;
}

/**
 * Plans the queries that explain missing values. With `mode` "now", which is for the headline, they also determine
 * whether the targets responded earlier. `rateWindowMs` is the rate window.
 */
export function planAbsenceEvidence(
  context: QueryContext,
  rateWindowMs: number,
  mode: "points" | "now" = "points",
): AbsenceEvidencePlan {
  const { splitFilter: _splitFilter, ...unsplit } = context;
  const finder = getEngineSeriesFinder(unsplit);
  const up = buildUpQuery(unsplit, rateWindowMs, mode === "now" ? "now" : "newest");
  const arrivals = listRequestSeries(context.engine).flatMap(
    ({ ref, suffix }) =>
      aggregateMetric(ref, finder, {
        rangeFunction: "rate",
        windowMs: rateWindowMs,
        aggregateOperator: "sum",
        nameSuffix: suffix,
      }) ?? [],
  );
  const gauge = (signal: "running" | "waiting"): string | null =>
    listPlanQueries(compileSignal(signal, "value", unsplit, rateWindowMs))[0] ?? null;
  const { metricPresentBeforeRequests } = context.engine;
  const beforeRequests =
    metricPresentBeforeRequests &&
    aggregateMetric(metricPresentBeforeRequests, finder, {
      rangeFunction: "avg_over_time",
      windowMs: rateWindowMs,
      aggregateOperator: "sum",
    });
  return {
    upQuery: up ?? "vector(0)",
    runningQuery: gauge("running"),
    waitingQuery: gauge("waiting"),
    activityRateQuery: arrivals.length === 0 ? null : printPromql(joinWithOr(arrivals)),
    presentBeforeRequestsQuery: beforeRequests === undefined ? null : printPromql(beforeRequests),
    anyScrapeQuery: buildAnyScrapeQuery(rateWindowMs),
  };
}

/**
 * Returns the queries to send for a plan, except `anyScrapeQuery`, which is sent only if the targets have no
 * sample.
 */
export function listAbsenceEvidenceQueries(plan: AbsenceEvidencePlan): readonly string[] {
  return [
    plan.upQuery,
    plan.runningQuery,
    plan.waitingQuery,
    plan.activityRateQuery,
    plan.presentBeforeRequestsQuery,
  ].filter((promql) => promql !== null);
}

/** Reads the evidence for missing values from the query results. A query that is not planned gives NaN. */
export function readAbsenceEvidence(plan: AbsenceEvidencePlan, columns: QueryColumns): AbsenceEvidence {
  const column = (promql: string | null): Float64Array =>
    promql === null
      ? new Float64Array(columns.pointCount).fill(Number.NaN)
      : readSingleColumn(columns, promql);
  const [running, waiting] = [column(plan.runningQuery), column(plan.waitingQuery)];
  return {
    up: column(plan.upQuery),
    requestsInFlight: running.map((value, index) => addKnownNumbers(value, waiting[index] ?? Number.NaN)),
    gauges: { running, waiting },
    activityPerSecond: column(plan.activityRateQuery),
    presentBeforeRequests: column(plan.presentBeforeRequestsQuery),
  };
}

/** Returns whether the source scraped any target. Returns an empty object if the query for it was not sent. */
export function readAnyTargetScraped(
  { anyScrapeQuery }: AbsenceEvidencePlan,
  columns: QueryColumns,
  isQueried: (promql: string) => boolean,
): Pick<AbsenceEvidence, "anyTargetScraped"> {
  return isQueried(anyScrapeQuery) ? { anyTargetScraped: readSingleColumn(columns, anyScrapeQuery) } : {};
}

/**
 * Returns a query for whether a target responded to a scrape since the previous grid point. `stepMs` is the distance of
 * the points. Null for a deployment without a selector.
 */
export function buildTargetRespondedQuery(
  { splitFilter: _splitFilter, ...unsplit }: QueryContext,
  stepMs: number,
): string | null {
  return buildUpQuery(unsplit, stepMs, "best");
}

/** Returns whether the source scraped any target, of this deployment or of any other deployment. */
export function hasAnyScrape({ up, anyTargetScraped }: AbsenceEvidence): boolean {
  return [up, anyTargetScraped].some((column) => column?.some((value) => !Number.isNaN(value)) ?? false);
}

/** Adds two numbers. A missing number counts as zero, and the sum of two missing numbers is missing. */
function addKnownNumbers(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : a + b;
}

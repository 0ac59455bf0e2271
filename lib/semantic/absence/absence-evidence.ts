/**
 * The queries that explain why a number is missing: target status, requests in flight and arrivals. All panels share
 * them.
 */
import { singleColumn, type Columns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { queriesOf } from "@/lib/semantic/compile/plan";
import type { AbsenceEvidence } from "./absence";
import { printPromql } from "@/lib/semantic/compile/promql";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { engineFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { planScrapes, planUp } from "@/lib/semantic/compile/up-query";

export interface AbsenceEvidencePlan {
  readonly up: string;
  readonly running: string | null;
  readonly waiting: string | null;
  readonly arrivals: string | null;
  /** Metric that an engine exposes before its first request; null when it exposes all its series from the start. */
  readonly beforeRequests: string | null;
  /** Whether the source scraped any target. Queried only when it has no sample of the deployment's targets. */
  readonly scraped: string;
}

/**
 * Plans the queries for the points of a grid, or for a headline. A headline describes the present: whether the
 * targets respond now, and what they did before.
 */
export function planAbsenceEvidence(
  context: QueryContext,
  windowMs: number,
  mode: "points" | "now" = "points",
): AbsenceEvidencePlan {
  const { part: _part, ...unsplit } = context;
  const finder = engineFinder(unsplit);
  const up = planUp(unsplit, windowMs, mode === "now" ? "now" : "newest");
  const arrivals = aggregateMetric(context.engine.arrivals, finder, {
    call: "rate",
    windowMs,
    aggregate: "sum",
  });
  const gauge = (signal: "running" | "waiting"): string | null =>
    queriesOf(compileSignal(signal, "value", unsplit, windowMs))[0] ?? null;
  const { presentBeforeRequests } = context.engine;
  const beforeRequests =
    presentBeforeRequests &&
    aggregateMetric(presentBeforeRequests, finder, { call: "avg_over_time", windowMs, aggregate: "sum" });
  return {
    up: up ?? "vector(0)",
    running: gauge("running"),
    waiting: gauge("waiting"),
    arrivals: arrivals === undefined ? null : printPromql(arrivals),
    beforeRequests: beforeRequests === undefined ? null : printPromql(beforeRequests),
    scraped: planScrapes(windowMs),
  };
}

export function absenceEvidenceQueries(plan: AbsenceEvidencePlan): readonly string[] {
  return [plan.up, plan.running, plan.waiting, plan.arrivals, plan.beforeRequests].filter(
    (promql) => promql !== null,
  );
}

export function readAbsenceEvidence(plan: AbsenceEvidencePlan, columns: Columns): AbsenceEvidence {
  const column = (promql: string | null): Float64Array =>
    promql === null ? new Float64Array(columns.pointCount).fill(Number.NaN) : singleColumn(columns, promql);
  const [running, waiting] = [column(plan.running), column(plan.waiting)];
  return {
    up: column(plan.up),
    activity: running.map((value, index) => plus(value, waiting[index] ?? Number.NaN)),
    arrivals: column(plan.arrivals),
    beforeRequests: column(plan.beforeRequests),
  };
}

/** Returns whether the source scraped anything, when it was queried. */
export function readScrapes(
  { scraped }: AbsenceEvidencePlan,
  columns: Columns,
  isQueried: (promql: string) => boolean,
): Pick<AbsenceEvidence, "scraped"> {
  return isQueried(scraped) ? { scraped: singleColumn(columns, scraped) } : {};
}

/**
 * Returns a query for whether a target responded since the previous point of a grid with this step; null for a
 * deployment without a selector.
 */
export function planAnswered({ part: _part, ...unsplit }: QueryContext, stepMs: number): string | null {
  return planUp(unsplit, stepMs, "best");
}

/** Returns whether the source scraped any target. The deployment's targets count as well. */
export function hasAnyScrape({ up, scraped }: AbsenceEvidence): boolean {
  return [up, scraped].some((column) => column?.some((value) => !Number.isNaN(value)) ?? false);
}

/** Adds two numbers. A missing number counts as zero, and the sum of two missing numbers is missing. */
function plus(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : a + b;
}

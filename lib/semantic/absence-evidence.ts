/** The queries that tell why a number is missing: targets up, requests in flight, work coming in. Shared by all panels. */
import { singleColumn, type Columns } from "./columns";
import { compileSignal } from "./compile";
import { queriesOf } from "./plan";
import type { AbsenceEvidence } from "./absence";
import { printPromql } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import { engineFinder, type QueryContext } from "./scope-selectors";
import { planScrapes, planUp } from "./up-query";

export interface AbsenceEvidencePlan {
  readonly up: string;
  readonly running: string | null;
  readonly waiting: string | null;
  readonly arrivals: string | null;
  /** What an engine shows that nobody has asked yet; null where it shows all of its series from its start. */
  readonly beforeRequests: string | null;
  /** Whether the source scraped any target at all; asked only where it has none of the deployment's. */
  readonly scraped: string;
}

/** For the points of a grid, or for the one of a headline, which tells of now: whether targets answer now, and what they did before. */
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

/** What was seen of the source's own scrapes, where it was asked for. */
export function readScrapes(
  { scraped }: AbsenceEvidencePlan,
  columns: Columns,
  isQueried: (promql: string) => boolean,
): Pick<AbsenceEvidence, "scraped"> {
  return isQueried(scraped) ? { scraped: singleColumn(columns, scraped) } : {};
}

/** Whether a target answered since the point before, of a grid by its step; null for a deployment without a selector. */
export function planAnswered({ part: _part, ...unsplit }: QueryContext, stepMs: number): string | null {
  return planUp(unsplit, stepMs, "best");
}

/** Where the deployment's own targets were seen somebody was scraped, too. */
export function hasAnyScrape({ up, scraped }: AbsenceEvidence): boolean {
  return [up, scraped].some((column) => column?.some((value) => !Number.isNaN(value)) ?? false);
}

/** A sum in which a missing part counts nothing, and two missing parts are missing. */
function plus(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : a + b;
}

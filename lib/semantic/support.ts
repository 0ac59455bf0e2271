/** The queries that tell why a number is missing: targets up, requests in flight, work coming in. Shared by all panels. */
import { singleColumn, type Columns } from "./columns";
import { compileSignal } from "./compile";
import { queriesOf } from "./plan";
import type { Support } from "./absence";
import { printPromql } from "./promql";
import { aggregated } from "./aggregated";
import { engineFinder, type Place } from "./scope-selectors";
import { planScrapes, planUp } from "./up-query";

export interface SupportPlan {
  readonly up: string;
  readonly running: string | null;
  readonly waiting: string | null;
  readonly arrivals: string | null;
  /** What an engine shows that nobody has asked yet; null where it shows all of its series from its start. */
  readonly unasked: string | null;
  /** Whether the source scraped any target at all; asked only where it has none of the deployment's. */
  readonly scraped: string;
}

/** For the points of a grid, or for the one of a headline, which tells of now: whether targets answer now, and what they did before. */
export function planSupport(
  place: Place,
  windowMs: number,
  speaksFor: "points" | "now" = "points",
): SupportPlan {
  const { part: _part, ...whole } = place;
  const finder = engineFinder(whole);
  const up = planUp(whole, windowMs, speaksFor === "now" ? "now" : "newest");
  const arrivals = aggregated(place.engine.arrivals, finder, { call: "rate", windowMs, aggregate: "sum" });
  const gauge = (signal: "running" | "waiting"): string | null =>
    queriesOf(compileSignal(signal, "value", whole, windowMs))[0] ?? null;
  const { whileUnasked } = place.engine;
  const unasked =
    whileUnasked && aggregated(whileUnasked, finder, { call: "avg_over_time", windowMs, aggregate: "sum" });
  return {
    up: up ?? "vector(0)",
    running: gauge("running"),
    waiting: gauge("waiting"),
    arrivals: arrivals === undefined ? null : printPromql(arrivals),
    unasked: unasked === undefined ? null : printPromql(unasked),
    scraped: planScrapes(windowMs),
  };
}

export function supportQueries(plan: SupportPlan): readonly string[] {
  return [plan.up, plan.running, plan.waiting, plan.arrivals, plan.unasked].filter(
    (promql) => promql !== null,
  );
}

export function readSupport(plan: SupportPlan, columns: Columns): Support {
  const column = (promql: string | null): Float64Array =>
    promql === null ? new Float64Array(columns.pointCount).fill(Number.NaN) : singleColumn(columns, promql);
  const [running, waiting] = [column(plan.running), column(plan.waiting)];
  return {
    up: column(plan.up),
    activity: running.map((value, index) => plus(value, waiting[index] ?? Number.NaN)),
    arrivals: column(plan.arrivals),
    unasked: column(plan.unasked),
  };
}

/** What was seen of the source's own scrapes, where it was asked for. */
export function readScrapes(
  { scraped }: SupportPlan,
  columns: Columns,
  isAsked: (promql: string) => boolean,
): Pick<Support, "scraped"> {
  return isAsked(scraped) ? { scraped: singleColumn(columns, scraped) } : {};
}

/** Whether a target answered since the point before, of a grid by its step; null for a deployment without a selector. */
export function planAnswered({ part: _part, ...whole }: Place, stepMs: number): string | null {
  return planUp(whole, stepMs, "best");
}

/** Where the deployment's own targets were seen somebody was scraped, too. */
export function hasAnyScrape({ up, scraped }: Support): boolean {
  return [up, scraped].some((column) => column?.some((value) => !Number.isNaN(value)) ?? false);
}

/** A sum in which a missing part counts nothing, and two missing parts are missing. */
function plus(left: number, right: number): number {
  if (Number.isNaN(left)) return right;
  return Number.isNaN(right) ? left : left + right;
}

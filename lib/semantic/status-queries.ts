/** The few queries a status needs beyond the headline readings: how long something waited, tokens of late, stuck gauges. */
import { limits } from "@/lib/model/status";
import type { Recipe } from "@/lib/engines/recipe";
import type { SignalOf } from "@/lib/model/signals";
import { singleColumn, type Columns } from "./columns";
import { printPromql, type Expression } from "./promql";
import { aggregated, callOver, engineFinder, type Place } from "./scope-selectors";
import type { FrozenEvidence, Targets } from "./status";
import { planUp } from "./up-query";

type RangeCall = Extract<Expression, { kind: "range-call" }>["name"];

export interface StatusQueries {
  readonly up: string | null;
  /** The metric by which the engine is found, while there are samples of it. Null where it appears with a first request only. */
  readonly present: string | null;
  readonly leastRunning: string | null;
  readonly leastWaiting: string | null;
  readonly meanKvUsage: string | null;
  /** Tokens, or steps where tokens are counted late: any movement shows that the engine works. */
  readonly recentTokens: string | null;
  readonly runningChanges: string | null;
  readonly mostWaiting: string | null;
  readonly arrivals: string | null;
  readonly finished: string | null;
}

function refOf(recipe: Recipe) {
  if (recipe.kind === "gauge") return recipe.metric;
  return recipe.kind === "counter" ? recipe.alternatives[0] : undefined;
}

export function planStatusQueries(place: Place, spacingMs: number | null): StatusQueries {
  const finder = engineFinder(place);
  const scrapesMs = (count: number): number => count * (spacingMs ?? 0);
  const stallWindowMs = Math.max(limits.stalledForMs, scrapesMs(limits.stalledScrapes + 1));
  const goneWindowMs = Math.max(limits.goneForMs, scrapesMs(limits.stalledScrapes + 1));
  const present =
    place.engine.role === "gateway" ? undefined : callOver(finder.marks, "last_over_time", goneWindowMs);
  const over = (
    signal: SignalOf<"engine">,
    call: RangeCall,
    windowMs: number,
    aggregate: "sum" | "max" = "sum",
  ): string | null => {
    const ref = refOf(place.engine.signals[signal]);
    const of = ref && aggregated(ref, finder, { call, windowMs, aggregate });
    return of === undefined ? null : printPromql(of);
  };
  // Tokens counted at a request's end are none while a long one runs: that is no stall.
  const tokens = refOf(place.engine.signals["output-tokens"]);
  const progress = place.engine.progress ?? (tokens?.movesAtEnd === true ? undefined : tokens);
  const moved =
    progress && aggregated(progress, finder, { call: "increase", windowMs: stallWindowMs, aggregate: "sum" });
  const arriving = aggregated(place.engine.arrivals, finder, {
    call: "increase",
    windowMs: limits.frozenForMs,
    aggregate: "sum",
  });
  return {
    up: planUp(place, Math.max(limits.silentForMs, scrapesMs(limits.silentScrapes)), "best"),
    present: present === undefined ? null : printPromql(groupOf(present)),
    leastRunning: over("running", "min_over_time", stallWindowMs),
    leastWaiting: over("waiting", "min_over_time", limits.waitingForMs),
    meanKvUsage: over("kv-usage", "avg_over_time", limits.waitingForMs, "max"),
    recentTokens: moved === undefined ? null : printPromql(moved),
    runningChanges: over("running", "changes", limits.frozenForMs),
    mostWaiting: over("waiting", "max_over_time", limits.frozenForMs),
    arrivals: arriving === undefined ? null : printPromql(arriving),
    finished: over("requests", "increase", limits.frozenForMs),
  };
}

const groupOf = (of: Expression): Expression => ({ kind: "aggregate", name: "group", by: [], of });

export function statusQueryList(queries: StatusQueries): readonly string[] {
  return Object.values(queries).filter((promql) => promql !== null);
}

export interface StatusNumbers {
  readonly targets: Targets;
  readonly leastRunning: number | null;
  readonly leastWaiting: number | null;
  readonly meanKvUsageRatio: number | null;
  readonly recentTokens: number | null;
  readonly frozen: FrozenEvidence | null;
}

export function readStatusNumbers(queries: StatusQueries, columns: Columns): StatusNumbers {
  const number = (promql: string | null): number | null => {
    const value = promql === null ? Number.NaN : (singleColumn(columns, promql)[0] ?? Number.NaN);
    return Number.isNaN(value) ? null : value;
  };
  const [runningChanges, mostWaiting] = [number(queries.runningChanges), number(queries.mostWaiting)];
  const [arrivals, finished] = [number(queries.arrivals), number(queries.finished)];
  const known = runningChanges !== null && mostWaiting !== null && arrivals !== null && finished !== null;
  return {
    targets: targetsOf(number(queries.up), queries.present === null || number(queries.present) !== null),
    leastRunning: number(queries.leastRunning),
    leastWaiting: number(queries.leastWaiting),
    meanKvUsageRatio: number(queries.meanKvUsage),
    recentTokens: number(queries.recentTokens),
    frozen: known ? { runningChanges, mostWaiting, arrivals, finished } : null,
  };
}

/** Sources that others write to may have no `up`: there the series alone tell. */
function targetsOf(up: number | null, hasSeries: boolean): Targets {
  if (up === 0) return "silent";
  if (hasSeries) return "answering";
  return up === null ? "gone" : "without-series";
}

/** The few queries a status needs beyond the headline readings: how long something waited, tokens of late, stuck gauges. */
import { limits } from "@/lib/model/status";
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import type { SignalOf } from "@/lib/model/signals";
import { singleColumn, type Columns } from "./columns";
import { anyOf, printPromql, type Expression } from "./promql";
import { aggregated, callOver } from "./aggregated";
import { engineFinder, seriesOf, type Place } from "./scope-selectors";
import type { StatusNumbers, Targets } from "./status";
import { settled } from "./stand-in";
import { planUp } from "./up-query";

type RangeCall = Extract<Expression, { kind: "range-call" }>["name"];

export interface StatusQueries {
  readonly up: string | null;
  /** The metric by which the engine is found, while there are samples of it. Null where it appears with a first request only. */
  readonly present: string | null;
  readonly leastRunning: string | null;
  readonly leastQueued: string | null;
  readonly leastWaiting: string | null;
  readonly meanKvUsage: string | null;
  /** Tokens, or steps where tokens are counted late: any movement shows that the engine works. */
  readonly recentTokens: string | null;
  readonly runningChanges: string | null;
  /** Answers where the running gauge, or a training job's steps, was there when the time began over which it must have stood still. */
  readonly runningBefore: string | null;
  readonly mostWaiting: string | null;
  readonly arrivals: string | null;
  readonly finished: string | null;
  /** It is a training job: only whether its steps go on can be judged. */
  readonly trains: boolean;
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
    const ref = refOf(settled(place.engine.signals[signal], place));
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
    up: planUp(place, Math.max(limits.silentForMs, scrapesMs(limits.silentScrapes)), {
      best: "or-failed-at-last",
      // For as long as anything else could tell that it answers.
      withinMs: present === undefined ? Math.max(limits.headlineWindowMs, goneWindowMs) : goneWindowMs,
    }),
    present: present === undefined ? null : printPromql(groupOf(present)),
    leastRunning: over("running", "min_over_time", stallWindowMs),
    leastQueued: over("waiting", "min_over_time", stallWindowMs),
    leastWaiting: over("waiting", "min_over_time", limits.waitingForMs),
    meanKvUsage: over("kv-usage", "avg_over_time", limits.waitingForMs, "max"),
    recentTokens: moved === undefined ? null : printPromql(moved),
    runningChanges: over("running", "changes", limits.frozenForMs),
    runningBefore: seenBefore(place, limits.frozenForMs, Math.max(minuteMs, scrapesMs(2))),
    mostWaiting: over("waiting", "max_over_time", limits.frozenForMs),
    arrivals: arriving === undefined ? null : printPromql(arriving),
    finished: over("requests", "increase", limits.frozenForMs),
    trains: place.engine.role === "training",
  };
}

const minuteMs = 60_000;

/** What must be seen to move: of a training job its steps, of a server its running gauge. */
function watched({ role, arrivals, signals }: Place["engine"]): MetricRef | undefined {
  return role === "training" ? arrivals : refOf(signals.running);
}

/** Samples of it within `withinMs` of the time `agoMs` before. */
function seenBefore(place: Place, agoMs: number, withinMs: number): string | null {
  const ref = watched(place.engine);
  const series = ref === undefined ? [] : seriesOf(ref, engineFinder(place));
  if (series.length === 0) return null;
  const parts = series.map((of): Expression => ({
    kind: "range-call",
    name: "last_over_time",
    of,
    windowMs: withinMs,
    offsetMs: agoMs - withinMs,
  }));
  return printPromql(groupOf(anyOf(parts)));
}

const groupOf = (of: Expression): Expression => ({ kind: "aggregate", name: "group", by: [], of });

export function statusQueryList(queries: StatusQueries): readonly string[] {
  return Object.values(queries).filter((promql) => typeof promql === "string");
}

export function readStatusNumbers(queries: StatusQueries, columns: Columns): StatusNumbers {
  const number = (promql: string | null): number | null => {
    const value = promql === null ? Number.NaN : (singleColumn(columns, promql)[0] ?? Number.NaN);
    return Number.isNaN(value) ? null : value;
  };
  const [runningChanges, mostWaiting] = [number(queries.runningChanges), number(queries.mostWaiting)];
  const [arrivals, finished] = [number(queries.arrivals), number(queries.finished)];
  // One that is younger than that has not stood still for so long.
  const isOld = number(queries.runningBefore) !== null;
  const known =
    isOld && runningChanges !== null && mostWaiting !== null && arrivals !== null && finished !== null;
  return {
    targets: targetsOf(number(queries.up), queries.present === null || number(queries.present) !== null),
    leastRunning: number(queries.leastRunning),
    leastQueued: number(queries.leastQueued),
    leastWaiting: number(queries.leastWaiting),
    meanKvUsageRatio: number(queries.meanKvUsage),
    recentTokens: number(queries.recentTokens),
    frozen: known ? { runningChanges, mostWaiting, arrivals, finished } : null,
    steps: queries.trains ? { moved: arrivals, isOld } : null,
  };
}

/** Sources that others write to may have no `up`: there the series alone tell. */
function targetsOf(up: number | null, hasSeries: boolean): Targets {
  if (up === 0) return "silent";
  if (hasSeries) return "answering";
  return up === null ? "gone" : "without-series";
}

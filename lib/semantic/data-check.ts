/**
 * Queries of the data check and the evaluation of their responses. One representative statistic per signal is checked.
 * The other statistics use the same queries, so they return data exactly if this statistic does.
 */
import type { Recipe } from "@/lib/engines/definitions/recipe";
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import type { Statistic } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import { signals, type SignalDefinition } from "@/lib/model/signals/signals";
import type { QueryColumns } from "./evaluate/columns";
import { findProvider, compileSignal } from "./compile/compile";
import { formatDisappearedSentence, listMetricNames } from "./absence/name-history";
import { listPlanQueries, type SignalPlan } from "./compile/plan";
import { printPromql } from "./compile/promql";
import { findCaveat } from "./evaluate/signal-notes";
import { joinRangeCalls } from "./compile/range-calls";
import { getEngineSeriesFinder, findSeriesSelectors, type QueryContext } from "./compile/scope-selectors";

/**
 * Queries and facts for one row of the data check, which shows whether a signal of a deployment can be
 * trusted.
 */
export interface SignalCheckPlan {
  readonly definition: SignalDefinition;
  readonly plan: SignalPlan;
  /** Query for the number of instances per bucket edge; null for signals without buckets. */
  readonly bucketEdgesQuery: string | null;
  readonly recipe: Recipe | null;
  readonly caveat: string | null;
}

const representative: { readonly [Kind in SignalDefinition["kind"]]: Statistic } = {
  distribution: "mean",
  counter: "rate",
  gauge: "value",
};

/** Windows of the queries of a data check. */
export interface CheckWindows {
  readonly windowMs: number;
  /** Window of rates; see `covered-window.ts`. */
  readonly rateWindowMs: number;
}

/** Plans one check for each signal of the deployment's engine and exporters. */
export function planSignalChecks(
  context: QueryContext,
  { windowMs, rateWindowMs }: CheckWindows,
): readonly SignalCheckPlan[] {
  return signals.map((definition) => {
    const statistic = representative[definition.kind];
    const rangeMs = statistic === "rate" ? rateWindowMs : windowMs;
    const recipe = findProvider(definition.id, context)?.recipe ?? null;
    const plan = compileSignal(definition.id, statistic, context, rangeMs);
    return {
      definition,
      plan,
      recipe,
      bucketEdgesQuery:
        plan.kind !== "absent" && recipe?.kind === "histogram"
          ? edgesPromql(recipe, context, windowMs)
          : null,
      caveat: findCaveat(definition.id, context),
    };
  });
}

/**
 * Returns a query for the number of instances that have each bucket edge. If the number is equal for all edges, all
 * instances have the same edges.
 */
function edgesPromql(
  recipe: Extract<Recipe, { kind: "histogram" }>,
  context: QueryContext,
  windowMs: number,
): string | null {
  const series = joinRangeCalls(
    findSeriesSelectors(recipe.metric, getEngineSeriesFinder(context), "_bucket"),
    "last_over_time",
    windowMs,
  );
  if (series === undefined) return null;
  const each = { kind: "aggregate", name: "group", by: ["le", "instance"], operand: series } as const;
  return printPromql({ kind: "aggregate", name: "count", by: ["le"], operand: each });
}

/** Returns all queries of a data check row. */
export function listCheckQueries({ plan, bucketEdgesQuery }: SignalCheckPlan): readonly string[] {
  return [...listPlanQueries(plan), ...(bucketEdgesQuery === null ? [] : [bucketEdgesQuery])];
}

/** Results of a check's queries, and observations about the engine's metrics. */
export interface CheckEvidence {
  readonly reading: Reading;
  readonly columns: QueryColumns;
  /** True if the running gauge stays above zero although no other metric changes. */
  readonly isRunningGaugeFrozen: boolean;
  /** Names of the engine's metrics that exist now, and names that were ever observed. */
  readonly currentMetricNames: ReadonlySet<string>;
  readonly observedMetricNames: ReadonlySet<string>;
}

/** Decides the state of one signal from its query results, as a row of the data check. */
export function judgeSignalCheck(check: SignalCheckPlan, evidence: CheckEvidence): CheckRow {
  const { definition, plan, caveat } = check;
  const row = { signal: definition.id, caveat, queries: listPlanQueries(plan) };
  const { reading } = evidence;
  if (reading.kind === "present") {
    const warning = warningOf(check, reading.value, evidence);
    return {
      ...row,
      outcome: "with-data",
      value: reading.value,
      howToEnable: null,
      reason: warning?.reason ?? null,
      detail: warning?.detail ?? "",
    };
  }
  const disappearedName = findDisappearedName(check, evidence);
  const hasDisappeared = disappearedName !== undefined && reading.reason === "metric-absent";
  return {
    ...row,
    outcome: reading.reason === "query-failed" ? "error" : "without-data",
    value: null,
    reason: hasDisappeared ? "name-changed" : reading.reason,
    detail: hasDisappeared ? formatDisappearedSentence(disappearedName) : reading.detail,
    ...(reading.downSince === undefined ? {} : { downSince: reading.downSince }),
    howToEnable: reading.howToEnable ?? null,
  };
}

interface CheckWarning {
  readonly reason: CheckReason;
  readonly detail: string;
}

function warningOf(
  { definition, bucketEdgesQuery }: SignalCheckPlan,
  value: number,
  { columns, isRunningGaugeFrozen }: CheckEvidence,
): CheckWarning | undefined {
  // An idle engine has no running requests, so a gauge that stays at zero is normal.
  if (isRunningGaugeFrozen && definition.id === "running" && value > 0) {
    return {
      reason: "frozen-gauge",
      detail:
        "This gauge reports running requests, but it has not changed for ten minutes, and no request arrived, waited or finished. It may be stuck.",
    };
  }
  if (bucketEdgesQuery === null) return undefined;
  const counts = columns.findRows(bucketEdgesQuery).map(({ values }) => values[0] ?? Number.NaN);
  return new Set(counts).size > 1
    ? {
        reason: "wrong-edges",
        detail: "The instances use different bucket edges, so percentiles over all of them are not exact.",
      }
    : undefined;
}

/** Returns a metric name of the recipe that was observed before and is missing now. */
function findDisappearedName(
  { recipe }: SignalCheckPlan,
  { currentMetricNames, observedMetricNames }: CheckEvidence,
): string | undefined {
  if (currentMetricNames.size === 0 || recipe === null) return undefined;
  const names = listMetricNames(recipe);
  return names.some((name) => currentMetricNames.has(name))
    ? undefined
    : names.find((name) => observedMetricNames.has(name));
}

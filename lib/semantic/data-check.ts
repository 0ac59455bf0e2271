/**
 * Queries of the data check and the evaluation of their responses. One representative statistic per signal is
 * checked. The other statistics use the same queries, so they return data exactly when it does.
 */
import type { Recipe } from "@/lib/engines/definitions/recipe";
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import type { Statistic } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import { signals, type SignalDefinition } from "@/lib/model/signals/signals";
import type { Columns } from "./evaluate/columns";
import { findProvider, compileSignal } from "./compile/compile";
import { disappearedSentence, namesOf } from "./absence/name-history";
import { queriesOf, type SignalPlan } from "./compile/plan";
import { printPromql } from "./compile/promql";
import { caveatOf } from "./evaluate/signal-notes";
import { callOver } from "./compile/aggregate-metric";
import { engineFinder, seriesOf, type QueryContext } from "./compile/scope-selectors";

export interface PlannedCheck {
  readonly definition: SignalDefinition;
  readonly plan: SignalPlan;
  /** Query for the number of instances per bucket edge; null for signals without buckets. */
  readonly edges: string | null;
  readonly recipe: Recipe | null;
  readonly caveat: string | null;
}

const representative: { readonly [Kind in SignalDefinition["kind"]]: Statistic } = {
  distribution: "mean",
  counter: "rate",
  gauge: "value",
};

export interface CheckWindows {
  readonly windowMs: number;
  /** Window of rates; see `covered-window.ts`. */
  readonly rateWindowMs: number;
}

export function planChecks(
  context: QueryContext,
  { windowMs, rateWindowMs }: CheckWindows,
): readonly PlannedCheck[] {
  return signals.map((definition) => {
    const statistic = representative[definition.kind];
    const rangeMs = statistic === "rate" ? rateWindowMs : windowMs;
    const recipe = findProvider(definition.id, context)?.recipe ?? null;
    const plan = compileSignal(definition.id, statistic, context, rangeMs);
    return {
      definition,
      plan,
      recipe,
      edges:
        plan.kind !== "absent" && recipe?.kind === "histogram"
          ? edgesPromql(recipe, context, windowMs)
          : null,
      caveat: caveatOf(definition.id, context),
    };
  });
}

/** Returns a query for the number of instances that have each edge. Equal numbers mean equal edges. */
function edgesPromql(
  recipe: Extract<Recipe, { kind: "histogram" }>,
  context: QueryContext,
  windowMs: number,
): string | null {
  const series = callOver(
    seriesOf(recipe.metric, engineFinder(context), "_bucket"),
    "last_over_time",
    windowMs,
  );
  if (series === undefined) return null;
  const each = { kind: "aggregate", name: "group", by: ["le", "instance"], of: series } as const;
  return printPromql({ kind: "aggregate", name: "count", by: ["le"], of: each });
}

export function checkQueries({ plan, edges }: PlannedCheck): readonly string[] {
  return [...queriesOf(plan), ...(edges === null ? [] : [edges])];
}

export interface CheckEvidence {
  readonly reading: Reading;
  readonly columns: Columns;
  /** The running gauge stays above zero while no other metric changes. */
  readonly isFrozen: boolean;
  /** Names of the engine's metrics that exist now, and those that were ever observed. */
  readonly namesNow: ReadonlySet<string>;
  readonly namesEver: ReadonlySet<string>;
}

/** Returns one row of the data check. */
export function judgeCheck(check: PlannedCheck, evidence: CheckEvidence): CheckRow {
  const { definition, plan, caveat } = check;
  const row = { signal: definition.id, caveat, queries: queriesOf(plan) };
  const { reading } = evidence;
  if (reading.kind === "present") {
    const warning = warningOf(check, reading.value, evidence);
    return {
      ...row,
      outcome: "answers",
      value: reading.value,
      flag: null,
      reason: warning?.reason ?? null,
      detail: warning?.detail ?? "",
    };
  }
  const disappearedName = findDisappearedName(check, evidence);
  const hasDisappeared = disappearedName !== undefined && reading.reason === "metric-absent";
  return {
    ...row,
    outcome: reading.reason === "query-failed" ? "error" : "nothing",
    value: null,
    reason: hasDisappeared ? "name-changed" : reading.reason,
    detail: hasDisappeared ? disappearedSentence(disappearedName) : reading.detail,
    ...(reading.downSince === undefined ? {} : { downSince: reading.downSince }),
    flag: reading.flag ?? null,
  };
}

interface CheckWarning {
  readonly reason: CheckReason;
  readonly detail: string;
}

function warningOf(
  { definition, edges }: PlannedCheck,
  value: number,
  { columns, isFrozen }: CheckEvidence,
): CheckWarning | undefined {
  // An idle engine has no running requests, so a gauge that stays at zero is normal.
  if (isFrozen && definition.id === "running" && value > 0) {
    return {
      reason: "frozen-gauge",
      detail:
        "It has not changed for ten minutes while no request arrived, waited or finished. The gauge may be stuck.",
    };
  }
  if (edges === null) return undefined;
  const counts = columns.rows(edges).map(({ values }) => values[0] ?? Number.NaN);
  return new Set(counts).size > 1
    ? {
        reason: "wrong-edges",
        detail: "The instances use different bucket edges, so percentiles over all of them are not exact.",
      }
    : undefined;
}

/** Returns a metric name of the recipe that was observed before and is missing now. */
function findDisappearedName(
  { recipe }: PlannedCheck,
  { namesNow, namesEver }: CheckEvidence,
): string | undefined {
  if (namesNow.size === 0 || recipe === null) return undefined;
  const names = namesOf(recipe);
  return names.some((name) => namesNow.has(name)) ? undefined : names.find((name) => namesEver.has(name));
}

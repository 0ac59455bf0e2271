/**
 * Queries whether any target of a deployment responded to its last scrape (1, 0 or no result), and how many targets
 * responded. Other targets of the same job do not count. The targets of the deployment are its last known targets, so
 * that there is a result even if all of them are down, and earlier targets that exposed its series at the queried time
 * and were replaced since.
 */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { restrictToDeploymentProcesses } from "./process-matching";
import type { LabelMatcher } from "@/lib/engines/definitions/recipe";
import { joinWithOr, printPromql, metricSelector, type PromqlExpression } from "./promql";
import {
  getEngineSeriesFinder,
  escapeRegex,
  findSeriesSelectors,
  type QueryContext,
} from "./scope-selectors";

type Series = Extract<PromqlExpression, { kind: "selector" }>;

/** Expressions that read `up` of one target. */
const upReaders = {
  newest: (of: Series, windowMs: number): PromqlExpression => ({
    kind: "range-call",
    name: "last_over_time",
    operand: of,
    windowMs,
  }),
  best: (of: Series, windowMs: number): PromqlExpression => ({
    kind: "range-call",
    name: "max_over_time",
    operand: of,
    windowMs,
  }),
  /** The best of the last scrapes, because one missed scrape is not conclusive; no result for a removed target. */
  listed: (of: Series): PromqlExpression =>
    joinWithOr([upReaders.best(of, evaluationWindows.stalledForMs), of]),
  /** Like `listed`, but 0 for a removed target. */
  now: (of: Series, windowMs: number): PromqlExpression =>
    joinWithOr([
      upReaders.listed(of),
      {
        kind: "binary",
        operator: "*",
        lhs: { kind: "number", value: 0 },
        rhs: upReaders.newest(of, windowMs),
      },
    ]),
};

/**
 * Returns the last value of a removed target if its last scrape failed, because the removal does not repair the target.
 */
function failedAtLast(of: Series, windowMs: number): PromqlExpression {
  const one: PromqlExpression = { kind: "number", value: 1 };
  return { kind: "binary", operator: "<", lhs: upReaders.newest(of, windowMs), rhs: one };
}

type UpMode = keyof typeof upReaders | { readonly best: "or-failed-at-last"; readonly withinMs: number };

function readUp(mode: UpMode, of: Series, windowMs: number): PromqlExpression {
  if (typeof mode === "string") return upReaders[mode](of, windowMs);
  return joinWithOr([upReaders.best(of, windowMs), failedAtLast(of, mode.withinMs)]);
}

/**
 * Builds the query for `up` over all targets of the deployment: 1 if any target responds. The query reads the samples
 * of the last `windowMs`. Null for a deployment without a selector.
 */
export function buildUpQuery(
  context: QueryContext,
  windowMs: number,
  mode: UpMode = "newest",
): string | null {
  return aggregateUp("max", readTargets(context, windowMs, mode));
}

/**
 * Returns the query for the number of ready instances: targets that responded to their last scrape within `windowMs`.
 * Null for a deployment without a selector.
 */
export function buildReadyCountQuery(context: QueryContext, windowMs: number): string | null {
  return aggregateUp("sum", readTargets(context, windowMs, "newest"));
}

/**
 * Returns the query for the number of instances that expose the engine's metrics. Unlike `up`, these series have the
 * labels of the engine, so that the scope may select by any of them. Null for a deployment without a selector.
 */
export function buildServingCountQuery(context: QueryContext): string | null {
  const { detectionMetrics } = context.engine;
  const series = findSeriesSelectors({ names: detectionMetrics }, getEngineSeriesFinder(context));
  if (series.length === 0) return null;
  const instances = {
    kind: "aggregate",
    name: "group",
    by: ["instance", "pod"],
    operand: joinWithOr(series),
  } as const;
  return printPromql({ kind: "aggregate", name: "count", by: [], operand: instances });
}

function aggregateUp(name: "max" | "sum", operand: PromqlExpression | undefined): string | null {
  return operand === undefined ? null : printPromql({ kind: "aggregate", name, by: [], operand });
}

/** Returns `up` of each target of the deployment; undefined without a selector. */
function readTargets(
  { splitFilter: _splitFilter, ...context }: QueryContext,
  windowMs: number,
  mode: UpMode,
): PromqlExpression | undefined {
  const { instances = [] } = context.deployment;
  const finder = { ...getEngineSeriesFinder(context), findMetricNames: () => ["up"] };
  const upOf = (also: readonly LabelMatcher[]): PromqlExpression | undefined => {
    const series = findSeriesSelectors(
      { names: ["up"], matchedBy: "process" },
      { ...finder, extraMatchers: also },
    );
    return series.length === 0 ? undefined : joinWithOr(series.map((of) => readUp(mode, of, windowMs)));
  };
  const fromSelectors = upOf([]);
  if (fromSelectors === undefined) return undefined;
  // Without instance labels, processes cannot be distinguished.
  const instanceMatcher: LabelMatcher = {
    label: "instance",
    operator: "=~",
    value: instances.map(escapeRegex).join("|"),
  };
  const known = instances.length === 0 ? undefined : upOf([instanceMatcher]);
  return known === undefined
    ? fromSelectors
    : joinWithOr([
        known,
        restrictToDeploymentProcesses(fromSelectors, finder.processIdentifyingSeries, windowMs),
      ]);
}

/**
 * Builds the query for `up` of any target per named value of a split, one row per value. No rows if targets
 * do not have the label. Null without named values or without a selector.
 */
export function buildUpByValueQuery(
  context: QueryContext,
  windowMs: number,
  mode: "newest" | "best" | "listed" = "newest",
): string | null {
  if (context.splitFilter?.kind !== "named") return null;
  const finder = { ...getEngineSeriesFinder(context), findMetricNames: () => ["up"] };
  const series = findSeriesSelectors({ names: ["up"], matchedBy: "process" }, finder);
  if (series.length === 0) return null;
  return printPromql({
    kind: "aggregate",
    name: "max",
    by: [context.splitFilter.label],
    operand: joinWithOr(series.map((of) => readUp(mode, of, windowMs))),
  });
}

/**
 * Builds a query for whether the source scraped any target within `windowMs`. The window ends `offsetMs`
 * before the evaluation time.
 */
export function buildAnyScrapeQuery(windowMs: number, offsetMs?: number): string {
  const of: PromqlExpression = {
    kind: "range-call",
    name: "last_over_time",
    operand: metricSelector("up", []),
    windowMs,
    ...(offsetMs === undefined ? {} : { offsetMs }),
  };
  return printPromql({ kind: "aggregate", name: "group", by: [], operand: of });
}

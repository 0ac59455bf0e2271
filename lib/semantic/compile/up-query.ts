/**
 * Queries whether any target of a deployment responded to its last scrape: 1, 0 or no result. Other targets of the
 * same job do not count. The deployment's targets are those with which it was last seen, which still report when all
 * of them are down, and those that had its series at the time and were replaced since.
 */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { fromDeploymentProcesses } from "./process-matching";
import { anyOf, printPromql, selector, type Expression, type Matcher } from "./promql";
import { engineFinder, quoteRegex, seriesOf, type QueryContext } from "./scope-selectors";

type Series = Extract<Expression, { kind: "selector" }>;

/** Ways to read `up` of one target. */
const upReaders = {
  newest: (of: Series, windowMs: number): Expression => ({
    kind: "range-call",
    name: "last_over_time",
    of,
    windowMs,
  }),
  best: (of: Series, windowMs: number): Expression => ({
    kind: "range-call",
    name: "max_over_time",
    of,
    windowMs,
  }),
  /** The best of the last scrapes, because one missed scrape is not conclusive; 0 for a removed target. */
  now: (of: Series, windowMs: number): Expression =>
    anyOf([
      upReaders.best(of, evaluationWindows.stalledForMs),
      of,
      {
        kind: "binary",
        operator: "*",
        lhs: { kind: "number", value: 0 },
        rhs: upReaders.newest(of, windowMs),
      },
    ]),
};

/** The last value of a removed target when it had failed: removing it does not repair it. */
function failedAtLast(of: Series, windowMs: number): Expression {
  const one: Expression = { kind: "number", value: 1 };
  return { kind: "binary", operator: "<", lhs: upReaders.newest(of, windowMs), rhs: one };
}

type UpMode = keyof typeof upReaders | { readonly best: "or-failed-at-last"; readonly withinMs: number };

function readUp(mode: UpMode, of: Series, windowMs: number): Expression {
  if (typeof mode === "string") return upReaders[mode](of, windowMs);
  return anyOf([upReaders.best(of, windowMs), failedAtLast(of, mode.withinMs)]);
}

/**
 * Returns the query for `up` of the best target, over the last `windowMs`. Null for a deployment without a selector.
 */
export function planUp(
  { part: _part, ...context }: QueryContext,
  windowMs: number,
  mode: UpMode = "newest",
): string | null {
  const { instances = [] } = context.deployment;
  const finder = { ...engineFinder(context), namesOf: () => ["up"] };
  const upOf = (also: readonly Matcher[]): Expression | undefined => {
    const series = seriesOf({ names: ["up"], placement: "process" }, { ...finder, extraMatchers: also });
    return series.length === 0 ? undefined : anyOf(series.map((of) => readUp(mode, of, windowMs)));
  };
  const fromSelectors = upOf([]);
  if (fromSelectors === undefined) return null;
  // Without instance labels, processes cannot be distinguished.
  const instanceMatcher: Matcher = {
    label: "instance",
    operator: "=~",
    value: instances.map(quoteRegex).join("|"),
  };
  const known = instances.length === 0 ? undefined : upOf([instanceMatcher]);
  const either =
    known === undefined
      ? fromSelectors
      : anyOf([known, fromDeploymentProcesses(fromSelectors, finder.processMarkers, windowMs)]);
  return printPromql({ kind: "aggregate", name: "max", by: [], of: either });
}

/** Returns a query for whether the source scraped any target in the last `windowMs`, which ends `offsetMs` before. */
export function planScrapes(windowMs: number, offsetMs?: number): string {
  const of: Expression = {
    kind: "range-call",
    name: "last_over_time",
    of: selector("up", []),
    windowMs,
    ...(offsetMs === undefined ? {} : { offsetMs }),
  };
  return printPromql({ kind: "aggregate", name: "group", by: [], of });
}

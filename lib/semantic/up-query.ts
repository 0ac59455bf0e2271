/**
 * Whether any of a deployment's targets answered its last scrape: 1, 0 or nothing. A job's other targets say nothing of it. Its own
 * are those it was last seen under, which still speak when all of them are dead, and those that had its series at the time,
 * which have been replaced since.
 */
import { limits } from "@/lib/model/status";
import { fromDeploymentProcesses } from "./process-matching";
import { anyOf, printPromql, selector, type Expression, type Matcher } from "./promql";
import { engineFinder, quoteRegex, seriesOf, type QueryContext } from "./scope-selectors";

type Series = Extract<Expression, { kind: "selector" }>;

/** What is taken of each target's `up`. */
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
  /** The best of the last scrapes, since one that was missed says too little; 0 for a target that is gone from the source. */
  now: (of: Series, windowMs: number): Expression =>
    anyOf([
      upReaders.best(of, limits.stalledForMs),
      of,
      {
        kind: "binary",
        operator: "*",
        lhs: { kind: "number", value: 0 },
        rhs: upReaders.newest(of, windowMs),
      },
    ]),
};

/** What a target that is gone from the source said last, where that was that it had failed: leaving does not mend it. */
function failedAtLast(of: Series, windowMs: number): Expression {
  const one: Expression = { kind: "number", value: 1 };
  return { kind: "binary", operator: "<", lhs: upReaders.newest(of, windowMs), rhs: one };
}

type UpMode = keyof typeof upReaders | { readonly best: "or-failed-at-last"; readonly withinMs: number };

function readUp(mode: UpMode, of: Series, windowMs: number): Expression {
  if (typeof mode === "string") return upReaders[mode](of, windowMs);
  return anyOf([upReaders.best(of, windowMs), failedAtLast(of, mode.withinMs)]);
}

/** `up` of the target that does best, as far as `windowMs` back. Null for a deployment without a selector. */
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
  // Without instance labels nothing tells one process from another.
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

/** Whether the source scraped any target at all, as far back as `windowMs`, which ends `offsetMs` before. */
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

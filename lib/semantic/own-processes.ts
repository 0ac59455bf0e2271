/**
 * Series of a process as a whole carry no model label: an HTTP front end's counts, `up`. Their job and namespace may hold other
 * models and other programs too, so those of the deployment are told by the process: one that also has the metric by which its
 * engine is found, under the deployment's own labels. That follows instances as they come and go. Where one process serves
 * several models, its counts are claimed by each of them in full, since nothing in them tells the models apart.
 */
import { anyOf, type Expression } from "./promql";

type Selector = Extract<Expression, { kind: "selector" }>;

/** Together they name a process within one source. */
export const processLabels = ["job", "instance"] as const;

/** `of` without the series of processes of which `beside` counted something and `counter` never did. */
export function ofTurnedOn(
  of: Expression,
  { counter, beside }: { readonly counter: readonly Selector[]; readonly beside: readonly Selector[] },
  windowMs: number,
): Expression {
  if (counter.length === 0 || beside.length === 0) return of;
  const on = processLabels;
  const aboveZero = (series: readonly Selector[]): Expression => ({
    kind: "binary",
    operator: ">",
    left: anyOf(series.map((one) => ({ kind: "range-call", name: "max_over_time", of: one, windowMs }))),
    right: { kind: "number", value: 0 },
  });
  const [left, right] = [aboveZero(beside), aboveZero(counter)];
  const off: Expression = { kind: "matching", operator: "unless", on, left, right };
  return { kind: "matching", operator: "unless", on, left: of, right: off };
}

/** `of` without the series of other processes. A process that ended stays its own for as long as its rates look back. */
export function ofOwnProcesses(of: Expression, marks: readonly Selector[], windowMs: number): Expression {
  if (marks.length === 0) return of;
  const right = anyOf(
    marks.map((mark): Expression => ({
      kind: "range-call",
      name: "last_over_time",
      of: mark,
      windowMs,
    })),
  );
  return { kind: "matching", operator: "and", on: processLabels, left: of, right };
}

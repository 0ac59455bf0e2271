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
export function fromEnabledProcesses(
  of: Expression,
  { counter, activity }: { readonly counter: readonly Selector[]; readonly activity: readonly Selector[] },
  windowMs: number,
): Expression {
  if (counter.length === 0 || activity.length === 0) return of;
  const on = processLabels;
  const aboveZero = (series: readonly Selector[]): Expression => ({
    kind: "binary",
    operator: ">",
    lhs: anyOf(series.map((one) => ({ kind: "range-call", name: "max_over_time", of: one, windowMs }))),
    rhs: { kind: "number", value: 0 },
  });
  const [lhs, rhs] = [aboveZero(activity), aboveZero(counter)];
  const disabled: Expression = { kind: "matching", operator: "unless", on, lhs, rhs };
  return { kind: "matching", operator: "unless", on, lhs: of, rhs: disabled };
}

/** `of` without the series of other processes. A process that ended stays its own for as long as its rates look back. */
export function fromDeploymentProcesses(
  of: Expression,
  processMarkers: readonly Selector[],
  windowMs: number,
): Expression {
  if (processMarkers.length === 0) return of;
  const rhs = anyOf(
    processMarkers.map((marker): Expression => ({
      kind: "range-call",
      name: "last_over_time",
      of: marker,
      windowMs,
    })),
  );
  return { kind: "matching", operator: "and", on: processLabels, lhs: of, rhs };
}

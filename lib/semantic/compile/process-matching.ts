/**
 * Matching of process-level series, which have no model label: the counters of an HTTP front end, `up`. Their job and
 * namespace may contain other models and programs. A series belongs to the deployment when its process also exposes
 * the engine's detection metric with the deployment's labels. This follows instances as they start and stop. When one
 * process serves several models, each of them gets its full counts, because nothing distinguishes the models.
 */
import { joinWithOr, type PromqlExpression } from "./promql";

type Selector = Extract<PromqlExpression, { kind: "selector" }>;

/** Labels that identify a process within one source. */
export const processLabels = ["job", "instance"] as const;

/**
 * Restricts the expression to processes that use a feature: it excludes processes in which `activity` counted something
 * and `counter` never counted anything.
 */
export function excludeProcessesWithoutFeature(
  expression: PromqlExpression,
  { counter, activity }: { readonly counter: readonly Selector[]; readonly activity: readonly Selector[] },
  windowMs: number,
): PromqlExpression {
  if (counter.length === 0 || activity.length === 0) return expression;
  const on = processLabels;
  const aboveZero = (series: readonly Selector[]): PromqlExpression => ({
    kind: "binary",
    operator: ">",
    lhs: joinWithOr(
      series.map((selector) => ({ kind: "range-call", name: "max_over_time", operand: selector, windowMs })),
    ),
    rhs: { kind: "number", value: 0 },
  });
  const [lhs, rhs] = [aboveZero(activity), aboveZero(counter)];
  const disabled: PromqlExpression = { kind: "matching", operator: "unless", on, lhs, rhs };
  return { kind: "matching", operator: "unless", on, lhs: expression, rhs: disabled };
}

/**
 * Restricts the expression to processes (`job` and `instance`) that expose one of `processMarkers`. A
 * process that ended is included for the length of the window.
 */
export function restrictToDeploymentProcesses(
  expression: PromqlExpression,
  processMarkers: readonly Selector[],
  windowMs: number,
): PromqlExpression {
  if (processMarkers.length === 0) return expression;
  const rhs = joinWithOr(
    processMarkers.map((marker): PromqlExpression => ({
      kind: "range-call",
      name: "last_over_time",
      operand: marker,
      windowMs,
    })),
  );
  return { kind: "matching", operator: "and", on: processLabels, lhs: expression, rhs };
}

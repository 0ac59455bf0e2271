/** Range functions over several series, and the values of counters at the edges of a window. */
import { joinWithOr, type PromqlExpression } from "./promql";
import type { SeriesSelector } from "./scope-selectors";

/** PromQL function that is applied to a range of samples. */
export type RangeFunction = Extract<PromqlExpression, { kind: "range-call" }>["name"];

/**
 * Reads a counter at the edges of the window instead of applying a range function: the last sample at or
 * before an edge, at most `lookbackMs` old. Without a reset, the difference of both values is the exact
 * increase.
 */
export interface WindowEdgeCall {
  readonly edge: "start" | "end" | "difference";
  readonly lookbackMs: number;
}

/** Builds `rangeFunction(series[window])` for all series, joined with `or`; undefined if there are none. */
export function joinRangeCalls(
  series: readonly SeriesSelector[],
  rangeFunction: RangeFunction | WindowEdgeCall,
  windowMs: number,
): PromqlExpression | undefined {
  return series.length === 0
    ? undefined
    : joinWithOr(
        series.map((operand) =>
          typeof rangeFunction === "string"
            ? { kind: "range-call", name: rangeFunction, operand, windowMs }
            : readEdges(operand, rangeFunction, windowMs),
        ),
      );
}

function readEdges(
  operand: SeriesSelector,
  { edge, lookbackMs }: WindowEdgeCall,
  windowMs: number,
): PromqlExpression {
  const rhs: PromqlExpression = {
    kind: "range-call",
    name: "last_over_time",
    operand,
    windowMs: lookbackMs,
    offsetMs: windowMs,
  };
  if (edge === "start") return rhs;
  const lhs: PromqlExpression = { kind: "range-call", name: "last_over_time", operand, windowMs: lookbackMs };
  return edge === "end" ? lhs : { kind: "binary", operator: "-", lhs, rhs };
}

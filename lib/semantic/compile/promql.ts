/**
 * PromQL as a typed tree that is printed once. No text is inserted into a query: names are validated and label values
 * are quoted, so that a label can hold any value.
 */
import { assert } from "@/lib/base/assert";
import type { LabelMatcher } from "@/lib/engines/definitions/recipe";

/** Syntax tree of a PromQL expression. */
export type PromqlExpression =
  /** If `metric` is null, the metric name is one of the matchers, as `__name__`. */
  | {
      readonly kind: "selector";
      readonly metric: string | null;
      readonly matchers: readonly LabelMatcher[];
      /**
       * Present if the series are native histograms. A range call over them returns this part of each histogram: the
       * histogram itself, its count or its sum.
       */
      readonly nativeHistogramPart?: "histogram" | "count" | "sum";
    }
  | {
      readonly kind: "timestamp";
      readonly operand: Extract<PromqlExpression, { kind: "selector" }>;
      /** Time by which the selector looks back into the past. */
      readonly offsetMs?: number;
    }
  | {
      readonly kind: "range-call";
      readonly name:
        | "rate"
        | "increase"
        | "avg_over_time"
        | "max_over_time"
        | "min_over_time"
        | "changes"
        | "resets"
        | "count_over_time"
        | "last_over_time";
      readonly operand: Extract<PromqlExpression, { kind: "selector" }>;
      readonly windowMs: number;
      /** Time by which the end of the window is in the past. */
      readonly offsetMs?: number;
    }
  | {
      readonly kind: "aggregate";
      readonly name: "sum" | "max" | "min" | "avg" | "count" | "group";
      readonly by: readonly string[];
      /** Groups by all labels except these; `by` is then empty. */
      readonly without?: readonly string[];
      readonly operand: PromqlExpression;
    }
  | { readonly kind: "topk"; readonly seriesCount: number; readonly operand: PromqlExpression }
  | { readonly kind: "or"; readonly operands: readonly PromqlExpression[] }
  /** Returns `lhs` only at the times at which `rhs` has no result. */
  | { readonly kind: "unless-any"; readonly lhs: PromqlExpression; readonly rhs: PromqlExpression }
  /**
   * Returns the series of `lhs` that have (`and`) or lack (`unless`) a matching series of `rhs`. Series match by all
   * labels, or by the labels in `on`.
   */
  | {
      readonly kind: "matching";
      readonly operator: "and" | "unless";
      readonly on?: readonly string[];
      readonly lhs: PromqlExpression;
      readonly rhs: PromqlExpression;
    }
  | {
      readonly kind: "binary";
      readonly operator: "+" | "-" | "*" | "/" | "<" | ">";
      readonly lhs: PromqlExpression;
      readonly rhs: PromqlExpression;
    }
  | { readonly kind: "number"; readonly value: number };

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/**
 * Names with dots as in OpenTelemetry. Prometheus 3 accepts them in quotes and older versions refuse them, so a name
 * with dots is used only if it was observed.
 */
const dottedName = /^[a-zA-Z_][a-zA-Z0-9_./-]*$/;

function checkMetric(name: string): void {
  if (metricName.test(name) || dottedName.test(name)) return;
  assert(false, `invalid metric name: ${JSON.stringify(name)}`);
}

function checkLabel(name: string): void {
  if (dottedName.test(name)) return;
  assert(false, `invalid label name: ${JSON.stringify(name)}`);
}

/** Prints a label name, in quotes when PromQL requires them. */
function printLabel(name: string): string {
  checkLabel(name);
  return labelName.test(name) ? name : quotePromqlString(name);
}

/**
 * Creates a selector for series of any metric name. Prometheus requires a matcher that does not match the
 * empty string.
 */
export function namelessSelector(
  matchers: readonly [LabelMatcher, ...LabelMatcher[]],
): Extract<PromqlExpression, { kind: "selector" }> {
  for (const { label } of matchers) checkLabel(label);
  return { kind: "selector", metric: null, matchers };
}

/** Creates a selector for the series of one metric. Throws for an invalid metric or label name. */
export function metricSelector(
  metric: string,
  matchers: readonly LabelMatcher[] = [],
): Extract<PromqlExpression, { kind: "selector" }> {
  checkMetric(metric);
  for (const { label } of matchers) checkLabel(label);
  return { kind: "selector", metric, matchers };
}

/**
 * Returns `a or b or …`, or the only operand unchanged. The first operand with a given label set has priority, so old
 * and new names are never added.
 */
export function joinWithOr(operands: readonly PromqlExpression[]): PromqlExpression {
  const [first] = operands;
  assert(first !== undefined, "an `or` expression needs at least one operand");
  return operands.length === 1 ? first : { kind: "or", operands };
}

/** Prints a PromQL string literal with exactly this value. */
export function quotePromqlString(value: string): string {
  if (plainText.test(value)) return `"${value}"`;
  let text = "";
  for (const character of value) text += escapes.get(character) ?? escapeControl(character);
  return `"${text}"`;
}

/** Text without characters that need escaping. */
const plainText = /^[ !#-[\]-~]*$/;

const escapes = new Map([
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  // Prometheus treats an unescaped replacement character as invalid UTF-8.
  ["\ufffd", "\\ufffd"],
]);

function escapeControl(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code !== 0x7f) return character;
  return `\\x${code.toString(16).padStart(2, "0")}`;
}

/** Formats a duration for PromQL, in seconds if it is a number of full seconds. */
export function formatPromqlDuration(durationMs: number): string {
  assert(
    Number.isInteger(durationMs) && durationMs > 0,
    `invalid PromQL duration in milliseconds: ${durationMs}`,
  );
  return durationMs % 1000 === 0 ? `${durationMs / 1000}s` : `${durationMs}ms`;
}

/** Formats a syntax tree as PromQL text. */
export function printPromql(expression: PromqlExpression): string {
  switch (expression.kind) {
    case "selector":
      return printSelector(expression);
    case "timestamp":
      return `timestamp(${printSelector(expression.operand)}${printOffset(expression.offsetMs)})`;
    case "range-call":
      return printRangeCall(expression);
    case "aggregate":
      return `${expression.name}${printGrouping(expression)}(${printPromql(expression.operand)})`;
    case "topk":
      return `topk(${expression.seriesCount}, ${printPromql(expression.operand)})`;
    case "or":
      return expression.operands.map((part) => printOperand(part)).join(" or ");
    case "unless-any":
      return `${printOperand(expression.lhs)} unless on () ${printOperand(expression.rhs)}`;
    case "matching":
      return printMatching(expression);
    case "binary":
      return `${printOperand(expression.lhs)} ${expression.operator} ${printOperand(expression.rhs)}`;
    case "number":
      return String(expression.value);
  }
}

function printRangeCall({
  name,
  operand,
  windowMs,
  offsetMs,
}: Extract<PromqlExpression, { kind: "range-call" }>): string {
  const call = `${name}(${printSelector(operand)}[${formatPromqlDuration(windowMs)}]${printOffset(offsetMs)})`;
  return operand.nativeHistogramPart === undefined || operand.nativeHistogramPart === "histogram"
    ? call
    : `histogram_${operand.nativeHistogramPart}(${call})`;
}

function printOffset(offsetMs = 0): string {
  return offsetMs === 0 ? "" : ` offset ${formatPromqlDuration(offsetMs)}`;
}

function printMatching({ operator, on, lhs, rhs }: Extract<PromqlExpression, { kind: "matching" }>): string {
  const by = on === undefined ? "" : ` on (${on.map(printLabel).join(", ")})`;
  return `${printOperand(lhs)} ${operator}${by} ${printOperand(rhs)}`;
}

function printOperand(expression: PromqlExpression): string {
  const text = printPromql(expression);
  return ["or", "binary", "unless-any", "matching"].includes(expression.kind) ? `(${text})` : text;
}

function printSelector({ metric, matchers }: Extract<PromqlExpression, { kind: "selector" }>): string {
  const isQuoted = metric !== null && !metricName.test(metric);
  const inside = [
    ...(isQuoted ? [quotePromqlString(metric)] : []),
    ...matchers.map(
      ({ label, operator, value }) => `${printLabel(label)}${operator}${quotePromqlString(value)}`,
    ),
  ];
  const before = isQuoted ? "" : (metric ?? "");
  return inside.length === 0 ? before : `${before}{${inside.join(",")}}`;
}

function printGrouping({ by, without = [] }: Extract<PromqlExpression, { kind: "aggregate" }>): string {
  assert(by.length === 0 || without.length === 0, "an aggregation must not have both by and without");
  if (without.length > 0) return ` without (${without.map(printLabel).join(", ")}) `;
  return by.length === 0 ? "" : ` by (${by.map(printLabel).join(", ")}) `;
}

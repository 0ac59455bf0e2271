/**
 * PromQL as a typed tree that is printed once. No text is inserted into a query: names are validated and label values
 * are quoted, so that a label can hold any value.
 */
import { assert } from "@/lib/base/assert";

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export type Expression =
  /** Metric null: the name is one of the matchers, as `__name__`. */
  | {
      readonly kind: "selector";
      readonly metric: string | null;
      readonly matchers: readonly Matcher[];
      /**
       * The series are native histograms, and a range call over them returns this part: the histogram, or one number.
       */
      readonly native?: "histogram" | "count" | "sum";
    }
  | {
      readonly kind: "timestamp";
      readonly of: Extract<Expression, { kind: "selector" }>;
      /** Offset into the past. */
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
      readonly of: Extract<Expression, { kind: "selector" }>;
      readonly windowMs: number;
      /** Offset of the window's end into the past. */
      readonly offsetMs?: number;
    }
  | {
      readonly kind: "aggregate";
      readonly name: "sum" | "max" | "min" | "avg" | "count" | "group";
      readonly by: readonly string[];
      /** Groups by all labels except these; `by` is then empty. */
      readonly without?: readonly string[];
      readonly of: Expression;
    }
  | { readonly kind: "topk"; readonly count: number; readonly of: Expression }
  | { readonly kind: "or"; readonly parts: readonly Expression[] }
  /** `lhs` at the times at which `rhs` has no result at all. */
  | { readonly kind: "unless-any"; readonly lhs: Expression; readonly rhs: Expression }
  /**
   * Series of `lhs` that have (`and`) or lack (`unless`) a matching series of `rhs`, by all labels or by the labels
   * in `on`.
   */
  | {
      readonly kind: "matching";
      readonly operator: "and" | "unless";
      readonly on?: readonly string[];
      readonly lhs: Expression;
      readonly rhs: Expression;
    }
  | {
      readonly kind: "binary";
      readonly operator: "+" | "-" | "*" | "/" | "<" | ">";
      readonly lhs: Expression;
      readonly rhs: Expression;
    }
  | { readonly kind: "number"; readonly value: number };

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/**
 * Names with dots as in OpenTelemetry. Prometheus 3 accepts them in quotes and older versions refuse them, so they
 * are used only when one was observed.
 */
const dottedName = /^[a-zA-Z_][a-zA-Z0-9_./-]*$/;

function checkMetric(name: string): void {
  if (metricName.test(name) || dottedName.test(name)) return;
  assert(false, `not a metric name: ${JSON.stringify(name)}`);
}

function checkLabel(name: string): void {
  if (dottedName.test(name)) return;
  assert(false, `not a label name: ${JSON.stringify(name)}`);
}

/** Prints a label name, in quotes when PromQL requires them. */
function printLabel(name: string): string {
  checkLabel(name);
  return labelName.test(name) ? name : quotePromql(name);
}

/**
 * Returns a selector for series of any metric name. Prometheus requires at least one matcher that does not match
 * everything.
 */
export function namelessSelector(
  matchers: readonly [Matcher, ...Matcher[]],
): Extract<Expression, { kind: "selector" }> {
  for (const { label } of matchers) checkLabel(label);
  return { kind: "selector", metric: null, matchers };
}

export function selector(
  metric: string,
  matchers: readonly Matcher[] = [],
): Extract<Expression, { kind: "selector" }> {
  checkMetric(metric);
  for (const { label } of matchers) checkLabel(label);
  return { kind: "selector", metric, matchers };
}

/**
 * Returns `a or b or …`, or the only part unchanged. The first part with a given label set has priority, so old and
 * new names are never added.
 */
export function anyOf(parts: readonly Expression[]): Expression {
  const [first] = parts;
  assert(first !== undefined, "an expression needs a part");
  return parts.length === 1 ? first : { kind: "or", parts };
}

/** Prints a PromQL string literal with exactly this value. */
export function quotePromql(value: string): string {
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

/** Prints a duration for Prometheus, in seconds where possible, for readability. */
export function promqlDuration(ms: number): string {
  assert(Number.isInteger(ms) && ms > 0, `not a duration: ${ms}`);
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

export function printPromql(expression: Expression): string {
  switch (expression.kind) {
    case "selector":
      return printSelector(expression);
    case "timestamp":
      return `timestamp(${printSelector(expression.of)}${printOffset(expression.offsetMs)})`;
    case "range-call":
      return printRangeCall(expression);
    case "aggregate":
      return `${expression.name}${grouping(expression)}(${printPromql(expression.of)})`;
    case "topk":
      return `topk(${expression.count}, ${printPromql(expression.of)})`;
    case "or":
      return expression.parts.map((part) => printOperand(part)).join(" or ");
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
  of,
  windowMs,
  offsetMs,
}: Extract<Expression, { kind: "range-call" }>): string {
  const call = `${name}(${printSelector(of)}[${promqlDuration(windowMs)}]${printOffset(offsetMs)})`;
  return of.native === undefined || of.native === "histogram" ? call : `histogram_${of.native}(${call})`;
}

function printOffset(offsetMs = 0): string {
  return offsetMs === 0 ? "" : ` offset ${promqlDuration(offsetMs)}`;
}

function printMatching({ operator, on, lhs, rhs }: Extract<Expression, { kind: "matching" }>): string {
  const by = on === undefined ? "" : ` on (${on.map(printLabel).join(", ")})`;
  return `${printOperand(lhs)} ${operator}${by} ${printOperand(rhs)}`;
}

function printOperand(expression: Expression): string {
  const text = printPromql(expression);
  return ["or", "binary", "unless-any", "matching"].includes(expression.kind) ? `(${text})` : text;
}

function printSelector({ metric, matchers }: Extract<Expression, { kind: "selector" }>): string {
  const isQuoted = metric !== null && !metricName.test(metric);
  const inside = [
    ...(isQuoted ? [quotePromql(metric)] : []),
    ...matchers.map(({ label, operator, value }) => `${printLabel(label)}${operator}${quotePromql(value)}`),
  ];
  const before = isQuoted ? "" : (metric ?? "");
  return inside.length === 0 ? before : `${before}{${inside.join(",")}}`;
}

function grouping({ by, without = [] }: Extract<Expression, { kind: "aggregate" }>): string {
  assert(by.length === 0 || without.length === 0, "an aggregation uses either by or without");
  if (without.length > 0) return ` without (${without.map(printLabel).join(", ")}) `;
  return by.length === 0 ? "" : ` by (${by.map(printLabel).join(", ")}) `;
}

/**
 * PromQL as a typed tree, printed once. Nothing is ever pasted into a query as text: names are checked by grammar, label
 * values are quoted, so that any value a label can hold comes back as itself.
 */
import { assert } from "@/lib/base/assert";

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export type Expression =
  /** Metric null: the name stands among the matchers, as `__name__`. */
  | {
      readonly kind: "selector";
      readonly metric: string | null;
      readonly matchers: readonly Matcher[];
      /** The series are native histograms, and a call over their range gives this of them: all, or one number. */
      readonly native?: "histogram" | "count" | "sum";
    }
  | {
      readonly kind: "timestamp";
      readonly of: Extract<Expression, { kind: "selector" }>;
      /** As it was this long ago. */
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
      /** The window ends this long ago. */
      readonly offsetMs?: number;
    }
  | {
      readonly kind: "aggregate";
      readonly name: "sum" | "max" | "min" | "avg" | "count" | "group";
      readonly by: readonly string[];
      /** Group by all labels but these; `by` is empty then. */
      readonly without?: readonly string[];
      readonly of: Expression;
    }
  | { readonly kind: "topk"; readonly count: number; readonly of: Expression }
  | { readonly kind: "or"; readonly parts: readonly Expression[] }
  /** `left` at the times at which `right` has nothing at all. */
  | { readonly kind: "unless-any"; readonly lhs: Expression; readonly rhs: Expression }
  /** Series of `left` that have (`and`) or lack (`unless`) a series of `right` with the same labels, or the same of `on`. */
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
/** Names as OpenTelemetry allows them, which Prometheus 3 takes in quotes and older ones refuse: asked only where one was seen. */
const dottedName = /^[a-zA-Z_][a-zA-Z0-9_./-]*$/;

function checkMetric(name: string): void {
  if (metricName.test(name) || dottedName.test(name)) return;
  assert(false, `not a metric name: ${JSON.stringify(name)}`);
}

function checkLabel(name: string): void {
  if (dottedName.test(name)) return;
  assert(false, `not a label name: ${JSON.stringify(name)}`);
}

/** A label name as PromQL reads it: in quotes where its letters ask for them. */
function printLabel(name: string): string {
  checkLabel(name);
  return labelName.test(name) ? name : quote(name);
}

/** Series of any name that match; at least one matcher must leave something out, or Prometheus refuses. */
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

/** `a or b or …`; one part stands for itself. The first part that has a label set wins, so old and new names never add up. */
export function anyOf(parts: readonly Expression[]): Expression {
  const [first] = parts;
  assert(first !== undefined, "an expression needs a part");
  return parts.length === 1 ? first : { kind: "or", parts };
}

/** A string literal of PromQL that means exactly `value`. */
export function quote(value: string): string {
  if (plainText.test(value)) return `"${value}"`;
  let text = "";
  for (const character of value) text += escapes.get(character) ?? escapeControl(character);
  return `"${text}"`;
}

/** Nothing in it has to be escaped. */
const plainText = /^[ !#-[\]-~]*$/;

const escapes = new Map([
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  // Prometheus takes the character that stands for broken text, written as it is, for broken text.
  ["\ufffd", "\\ufffd"],
]);

function escapeControl(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code !== 0x7f) return character;
  return `\\x${code.toString(16).padStart(2, "0")}`;
}

/** A duration as Prometheus reads it; whole seconds where possible, so that peeked queries read well. */
export function duration(ms: number): string {
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
  const call = `${name}(${printSelector(of)}[${duration(windowMs)}]${printOffset(offsetMs)})`;
  return of.native === undefined || of.native === "histogram" ? call : `histogram_${of.native}(${call})`;
}

function printOffset(offsetMs = 0): string {
  return offsetMs === 0 ? "" : ` offset ${duration(offsetMs)}`;
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
    ...(isQuoted ? [quote(metric)] : []),
    ...matchers.map(({ label, operator, value }) => `${printLabel(label)}${operator}${quote(value)}`),
  ];
  const before = isQuoted ? "" : (metric ?? "");
  return inside.length === 0 ? before : `${before}{${inside.join(",")}}`;
}

function grouping({ by, without = [] }: Extract<Expression, { kind: "aggregate" }>): string {
  assert(by.length === 0 || without.length === 0, "an aggregate groups by labels or without them");
  if (without.length > 0) return ` without (${without.map(printLabel).join(", ")}) `;
  return by.length === 0 ? "" : ` by (${by.map(printLabel).join(", ")}) `;
}

import { parser } from "@prometheus-io/lezer-promql";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  joinWithOr,
  formatPromqlDuration,
  printPromql,
  quotePromqlString,
  metricSelector,
  type PromqlExpression,
} from "./promql";
import { anyText } from "@/tests/support/any-text";

function hasErrors(promql: string): boolean {
  let found = false;
  parser.parse(promql).iterate({
    enter: (node) => {
      found ||= node.type.isError;
    },
  });
  return found;
}

/** Decodes the first string literal with the Go-like escapes of PromQL. */
function firstLiteral(promql: string): string | undefined {
  let literal: string | undefined;
  parser.parse(promql).iterate({
    enter: (node) => {
      if (node.name === "StringLiteral") literal ??= promql.slice(node.from, node.to);
    },
  });
  return literal === undefined ? undefined : unquote(literal);
}

const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

function unquote(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(
      /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gs,
      (_all, byte: string | undefined, unit: string | undefined, letter: string) => {
        const hex = byte ?? unit;
        return hex === undefined
          ? (letters[letter] ?? letter)
          : String.fromCharCode(Number.parseInt(hex, 16));
      },
    );
}

test("quotes any label value so that it is one literal with the same value", () => {
  fc.assert(
    fc.property(anyText(60), (value) => {
      const promql = printPromql(metricSelector("up", [{ label: "job", operator: "=", value }]));
      expect(hasErrors(promql)).toBe(false);
      expect(firstLiteral(promql)).toBe(value);
    }),
  );
});

test.each([
  '"} or vector(1) #',
  "\\",
  '\\"',
  "a\nb",
  "\u0000",
  "`",
  "${x}",
  "'",
  '{job="x"}',
  "\u2028",
  "\ufffd",
])("keeps %j inside its quotes", (value) => {
  const promql = printPromql({
    kind: "aggregate",
    name: "sum",
    by: [],
    operand: metricSelector("up", [{ label: "job", operator: "=", value }]),
  });
  expect(hasErrors(promql)).toBe(false);
  expect(firstLiteral(promql)).toBe(value);
  expect(promql).not.toContain("\ufffd");
  expect(parser.parse(promql).topNode.firstChild?.name).toBe("AggregateExpr");
});

test("refuses invalid names instead of printing them", () => {
  expect(() => metricSelector("up or down")).toThrow("invalid metric name");
  expect(() => metricSelector("up", [{ label: 'a"b', operator: "=", value: "" }])).toThrow(
    "invalid label name",
  );
});

test("joins old and new names with or and never adds them", () => {
  const call = (metric: string): PromqlExpression => ({
    kind: "range-call",
    name: "rate",
    operand: metricSelector(metric),
    windowMs: 30_000,
  });
  const text = printPromql({
    kind: "aggregate",
    name: "sum",
    by: ["le"],
    operand: joinWithOr([call("new"), call("old")]),
  });
  expect(text).toBe("sum by (le) (rate(new[30s]) or rate(old[30s]))");
  expect(hasErrors(text)).toBe(false);
});

test("prints durations in seconds where possible", () => {
  expect([formatPromqlDuration(120_000), formatPromqlDuration(1_500)]).toEqual(["120s", "1500ms"]);
  expect(quotePromqlString("a")).toBe('"a"');
});

test("quotes names with dots inside braces and groupings", () => {
  const text = printPromql({
    kind: "aggregate",
    name: "sum",
    by: ["le", "gen_ai.request.model"],
    operand: {
      kind: "range-call",
      name: "rate",
      windowMs: 60_000,
      operand: metricSelector("gen_ai.server.request.duration_bucket", [
        { label: "gen_ai.request.model", operator: "=", value: 'a"b' },
        { label: "job", operator: "=", value: "j" },
      ]),
    },
  });
  expect(text).toBe(
    'sum by (le, "gen_ai.request.model") (rate({"gen_ai.server.request.duration_bucket","gen_ai.request.model"="a\\"b",job="j"}[60s]))',
  );
  expect(hasErrors(text)).toBe(false);
  expect(printPromql(metricSelector("gen_ai.x"))).toBe('{"gen_ai.x"}');
  expect(printPromql(metricSelector("up"))).toBe("up");
});

test.each(["", "a b", 'a"', "a}", "1a", "a\\", "a,b", "a\nb"])("refuses %j even as a quoted name", (name) => {
  expect(() => metricSelector(name)).toThrow("invalid metric name");
  expect(() =>
    printPromql({ kind: "aggregate", name: "sum", by: [name], operand: metricSelector("up") }),
  ).toThrow("invalid label name");
});

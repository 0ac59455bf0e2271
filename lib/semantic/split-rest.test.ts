import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { columnsOf } from "@/tests/support/columns";
import { singleColumn } from "./columns";
import type { QueryContext } from "./scope-selectors";
import { restRule, withoutNamed } from "./split-rest";

const context: QueryContext = {
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: "m" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  scope: { deployment: "d" },
};

test.each([
  ["requests", "rate", "difference"],
  ["running", "value", "difference"],
  ["ttft", "mean", "difference"],
  ["ttft", "p95", "separate-query"],
  // The fullest of all instances.
  ["kv-usage", "value", "separate-query"],
  ["queue-time", "share-of-e2e", "difference"],
  // Nothing was joined that could tell.
  ["gpu-power", "value", "separate-query"],
] as const)("the rest of %s %s: %s", (signal, statistic, rule) => {
  expect(restRule(signal, statistic, context)).toBe(rule);
});

const named = new Map([["whole", "by value"]]);
const rest = (total: readonly number[], ...values: readonly (readonly number[])[]) => {
  const columns = columnsOf({
    whole: [{ labels: {}, values: total }],
    "by value": values.map((row, index) => ({ labels: { tenant: String(index) }, values: row })),
  });
  return [...singleColumn(withoutNamed(columns, named), "whole")];
};

test("the rest is the whole less the named; one that is silent takes nothing away", () => {
  expect(rest([10, 10, 10], [1, NaN, 4], [2, 3, NaN])).toEqual([7, 7, 6]);
});

test("without a whole there is no rest, and what rounding leaves is nothing", () => {
  expect(rest([NaN, 0.3], [1, 0.1], [NaN, 0.2])).toEqual([NaN, 0]);
});

test("named values that were read a moment later do not make less than nothing", () => {
  expect(rest([10], [10.5])).toEqual([0]);
});

test("a query without a counterpart stays as it is", () => {
  const columns = columnsOf({ other: [{ labels: {}, values: [1] }] });
  expect([...singleColumn(withoutNamed(columns, named), "other")]).toEqual([1]);
});

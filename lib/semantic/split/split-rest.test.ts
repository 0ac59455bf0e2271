import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { createQueryColumns } from "@/tests/support/sample-data/query-columns";
import { readSingleColumn } from "@/lib/semantic/evaluate/columns";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { chooseRestMethod, subtractNamedRows } from "./split-rest";

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
  // Maximum over all instances.
  ["kv-usage", "value", "separate-query"],
  ["queue-time", "share-of-e2e", "difference"],
  // No exporter is joined.
  ["gpu-power", "value", "separate-query"],
] as const)("computes the rest of %s %s by: %s", (signal, statistic, rule) => {
  expect(chooseRestMethod(signal, statistic, context)).toBe(rule);
});

const named = new Map([["total", "by value"]]);
const rest = (total: readonly number[], ...values: readonly (readonly number[])[]) => {
  const columns = createQueryColumns({
    total: [{ labels: {}, values: total }],
    "by value": values.map((row, index) => ({ labels: { tenant: String(index) }, values: row })),
  });
  return [...readSingleColumn(subtractNamedRows(columns, named), "total")];
};

test("subtracts the named values from the total and ignores missing ones", () => {
  expect(rest([10, 10, 10], [1, NaN, 4], [2, 3, NaN])).toEqual([7, 7, 6]);
});

test("returns no rest without a total, and zero for rounding residue", () => {
  expect(rest([NaN, 0.3], [1, 0.1], [NaN, 0.2])).toEqual([NaN, 0]);
});

test("returns zero, not less, when named values were read slightly later", () => {
  expect(rest([10], [10.5])).toEqual([0]);
});

test("keeps a query without a counterpart unchanged", () => {
  const columns = createQueryColumns({ other: [{ labels: {}, values: [1] }] });
  expect([...readSingleColumn(subtractNamedRows(columns, named), "other")]).toEqual([1]);
});

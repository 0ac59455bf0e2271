import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { columnsFromVectors, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import {
  addFailingValues,
  alignNamedValues,
  selectValueRows,
  compileLabelRanking,
  findRankingSignal,
} from "./split";
import { listSplitLabels } from "./split-labels";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

const context: QueryContext = {
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: "m" }] }],
    attachments: [],
    metricNames: ["vllm:time_to_first_token_seconds_count", "vllm:time_to_first_token_seconds_bucket"],
    copyLabels: [],
  },
  scope: { deployment: "d" },
};

test("ranks the values by their observations and counts them, without excluded ones", () => {
  const ranking = compileLabelRanking("ttft", context, { label: "tenant", windowMs: 3_600_000 });
  expect(ranking).toMatchObject({
    topValuesQuery:
      'topk(8, sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m"}[3600s])))',
    rankingRule: "most observations in the window",
  });
  expect(ranking?.createValueCountQuery(["a.b", "c"])).toBe(
    'count(sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m",tenant!~"a\\\\.b|c"}[3600s])))',
  );
});

test("ranks a value without errors as zero when its requests prove it", () => {
  const litellm: QueryContext = {
    ...context,
    engine: engineById("litellm"),
    deployment: { ...context.deployment, metricNames: [] },
  };
  const { topValuesQuery = "", rankingRule } =
    compileLabelRanking("errors", litellm, { label: "team", windowMs: 300_000 }) ?? {};
  expect(rankingRule).toBe("largest total in the window");
  expect(topValuesQuery).toMatch(
    /^topk\(8, sum by \(team\) \(increase\(litellm_proxy_failed_.*\)\) or \(0 \* sum by \(team\) \(increase\(litellm_proxy_total_/,
  );
});

test("ranks all panels of a page by one signal: requests for engine signals, the first signal of an exporter's family", () => {
  for (const signal of ["ttft", "kv-usage", "requests", "asleep"] as const)
    expect(findRankingSignal(signal, context)).toBe("requests");
  expect(findRankingSignal("gpu-power", context)).toBe("gpu-power");
  const attachments = [{ exporter: "dcgm" as const, selectors: [{ job: "dcgm" }] }];
  const withGpus = { ...context, deployment: { ...context.deployment, attachments } };
  for (const signal of ["gpu-power", "gpu-throttled"] as const)
    expect(findRankingSignal(signal, withGpus)).toBe("gpu-engine-active");
});

test("names the page's values when a panel has any of them, otherwise the panel's values", () => {
  const page = ["a", "b", "c", "d", "e", "f", "g", "h"];
  expect(alignNamedValues(["h", "z", "y", "x", "w", "v", "u", "t"], page)).toEqual(page);
  expect(alignNamedValues(["n1", "n2"], page)).toEqual(["n1", "n2"]);
  // The panel has only three values, and it names none that it lacks.
  expect(alignNamedValues(["z", "c", "a"], page)).toEqual(["a", "c", "z"]);
  expect(alignNamedValues(["h", "z", "y", "x", "w", "v", "u", "t"], ["h"])).toEqual([
    "h",
    "z",
    "y",
    "x",
    "w",
    "v",
    "u",
    "t",
  ]);
  expect(alignNamedValues(["a"], [])).toEqual(["a"]);
});

test("queries all named values together and the rest separately, with literal values", () => {
  const values = ["a.b", "c|d", ""];
  const named = compileSignal(
    "ttft",
    "p95",
    { ...context, splitFilter: { label: "tenant", values, kind: "named" } },
    60_000,
  );
  expect(listPlanQueries(named)).toEqual([
    'sum by (tenant, le) (rate(vllm:time_to_first_token_seconds_bucket{model_name="m",tenant=~"a\\\\.b|c\\\\|d|"}[60s]))',
  ]);
  const rest = compileSignal(
    "ttft",
    "p95",
    { ...context, splitFilter: { label: "tenant", values, kind: "rest" } },
    60_000,
  );
  expect(listPlanQueries(rest)[0]).toContain(
    'sum by (le) (rate(vllm:time_to_first_token_seconds_bucket{model_name="m",tenant!~',
  );
});

test("returns the rows of each value, and treats a missing label as a value", () => {
  const sample = (labels: Record<string, string>, value: number) => ({ labels, value, atMs: 0 });
  const columns = columnsFromVectors(
    new Map([["q", { samples: [sample({ tenant: "a" }, 1), sample({}, 2)], warnings: [], infos: [] }]]),
  );
  expect(readSingleColumn(selectValueRows(columns, { label: "tenant", value: "a" }), "q")).toEqual(
    Float64Array.of(1),
  );
  expect(readSingleColumn(selectValueRows(columns, { label: "tenant", value: "" }), "q")).toEqual(
    Float64Array.of(2),
  );
  expect(readSingleColumn(selectValueRows(columns, { label: "tenant", value: "b" }), "q")).toEqual(
    Float64Array.of(Number.NaN),
  );
});

test("offers only labels whose values differ", () => {
  const series = [
    { __name__: "x", job: "j", instance: "a", le: "1" },
    { __name__: "y", job: "j", instance: "b", le: "2" },
  ];
  expect(listSplitLabels(series)).toEqual([
    { name: "instance", valueCount: 2, exampleValues: ["a", "b"], hasMoreValues: false },
  ]);
});

test("names targets that are down, instead of the smallest values when every colour is used", () => {
  expect(addFailingValues(["a", "b"], ["b", "c"])).toEqual(["a", "b", "c"]);
  const seven = ["a", "b", "c", "d", "e", "f", "g"];
  expect(addFailingValues(seven, ["h"])).toEqual([...seven, "h"]);
  expect(addFailingValues([...seven, "h"], ["i"])).toEqual([...seven, "i"]);
  // A named target that stopped within the window keeps its name.
  expect(addFailingValues([...seven, "h"], ["h", "i"])).toEqual(["a", "b", "c", "d", "e", "f", "h", "i"]);
  // Half of the names belong to values with data.
  expect(addFailingValues([...seven, "h"], ["i", "j", "k", "l", "m"])).toEqual([
    "a",
    "b",
    "c",
    "d",
    "i",
    "j",
    "k",
    "l",
  ]);
});

import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "./compile";
import { instantColumns, singleColumn } from "./columns";
import { queriesOf } from "./plan";
import { alignNames, columnsOf, compileRanking, leadingSignal } from "./split";
import { splitLabels } from "./split-labels";
import type { QueryContext } from "./scope-selectors";

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

test("values are ranked by their observations, and counted", () => {
  expect(compileRanking("ttft", context, { label: "tenant", windowMs: 3_600_000 })).toEqual({
    top: 'topk(8, sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m"}[3600s])))',
    count: 'count(sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m"}[3600s])))',
    rule: "most observations in the window",
  });
});

test("a value without an error is ranked as the zero that its requests prove, so that errors split as they do", () => {
  const litellm: QueryContext = {
    ...context,
    engine: engineById("litellm"),
    deployment: { ...context.deployment, metricNames: [] },
  };
  const { top = "", rule } = compileRanking("errors", litellm, { label: "team", windowMs: 300_000 }) ?? {};
  expect(rule).toBe("largest total in the window");
  expect(top).toMatch(
    /^topk\(8, sum by \(team\) \(increase\(litellm_proxy_failed_.*\)\) or \(0 \* sum by \(team\) \(increase\(litellm_proxy_total_/,
  );
});

test("a page has one leader: requests for all of the engine's signals, the family's first for an exporter's", () => {
  for (const signal of ["ttft", "kv-usage", "requests", "asleep"] as const)
    expect(leadingSignal(signal, context)).toBe("requests");
  expect(leadingSignal("gpu-power", context)).toBe("gpu-power");
  const attachments = [{ exporter: "dcgm" as const, selectors: [{ job: "dcgm" }] }];
  const withGpus = { ...context, deployment: { ...context.deployment, attachments } };
  for (const signal of ["gpu-power", "gpu-throttled"] as const)
    expect(leadingSignal(signal, withGpus)).toBe("gpu-engine-active");
});

test("a panel names the page's values where it has any of them, and its own where they are other things", () => {
  const page = ["a", "b", "c", "d", "e", "f", "g", "h"];
  expect(alignNames(["h", "z", "y", "x", "w", "v", "u", "t"], page)).toEqual(page);
  expect(alignNames(["n1", "n2"], page)).toEqual(["n1", "n2"]);
  // Three values are all it has: none that it lacks is named.
  expect(alignNames(["z", "c", "a"], page)).toEqual(["a", "c", "z"]);
  expect(alignNames(["h", "z", "y", "x", "w", "v", "u", "t"], ["h"])).toEqual([
    "h",
    "z",
    "y",
    "x",
    "w",
    "v",
    "u",
    "t",
  ]);
  expect(alignNames(["a"], [])).toEqual(["a"]);
});

test("one query serves all named values, another the rest; values are taken literally", () => {
  const values = ["a.b", "c|d", ""];
  const named = compileSignal(
    "ttft",
    "p95",
    { ...context, part: { label: "tenant", values, kind: "named" } },
    60_000,
  );
  expect(queriesOf(named)).toEqual([
    'sum by (tenant, le) (rate(vllm:time_to_first_token_seconds_bucket{model_name="m",tenant=~"a\\\\.b|c\\\\|d|"}[60s]))',
  ]);
  const rest = compileSignal(
    "ttft",
    "p95",
    { ...context, part: { label: "tenant", values, kind: "rest" } },
    60_000,
  );
  expect(queriesOf(rest)[0]).toContain(
    'sum by (le) (rate(vllm:time_to_first_token_seconds_bucket{model_name="m",tenant!~',
  );
});

test("each value sees its own rows, and a missing label is a value of its own", () => {
  const sample = (labels: Record<string, string>, value: number) => ({ labels, value, atMs: 0 });
  const columns = instantColumns(
    new Map([["q", { samples: [sample({ tenant: "a" }, 1), sample({}, 2)], warnings: [], infos: [] }]]),
  );
  expect(singleColumn(columnsOf(columns, "tenant", "a"), "q")).toEqual(Float64Array.of(1));
  expect(singleColumn(columnsOf(columns, "tenant", ""), "q")).toEqual(Float64Array.of(2));
  expect(singleColumn(columnsOf(columns, "tenant", "b"), "q")).toEqual(Float64Array.of(Number.NaN));
});

test("only labels whose values differ can split", () => {
  const series = [
    { __name__: "x", job: "j", instance: "a", le: "1" },
    { __name__: "y", job: "j", instance: "b", le: "2" },
  ];
  expect(splitLabels(series)).toEqual([
    { name: "instance", valueCount: 2, examples: ["a", "b"], isMore: false },
  ]);
});

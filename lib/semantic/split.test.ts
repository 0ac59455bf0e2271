import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "./compile";
import { instantColumns, singleColumn } from "./columns";
import { queriesOf } from "./plan";
import { columnsOf, compileRanking } from "./split";
import { splitLabels } from "./split-labels";
import type { Place } from "./scope-selectors";

const place: Place = {
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
  expect(compileRanking("ttft", place, { label: "tenant", windowMs: 3_600_000 })).toEqual({
    top: 'topk(8, sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m"}[3600s])))',
    count: 'count(sum by (tenant) (increase(vllm:time_to_first_token_seconds_count{model_name="m"}[3600s])))',
    rule: "most observations in the window",
  });
});

test("one query serves all named values, another the rest; values are taken literally", () => {
  const values = ["a.b", "c|d", ""];
  const named = compileSignal(
    "ttft",
    "p95",
    { ...place, part: { label: "tenant", values, kind: "named" } },
    60_000,
  );
  expect(queriesOf(named)).toEqual([
    'sum by (tenant, le) (rate(vllm:time_to_first_token_seconds_bucket{model_name="m",tenant=~"a\\\\.b|c\\\\|d|"}[60s]))',
  ]);
  const rest = compileSignal(
    "ttft",
    "p95",
    { ...place, part: { label: "tenant", values, kind: "rest" } },
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

import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileBlocks } from "./compile-blocks";

const timing = { blockMs: 60_000, lookbackMs: 30_000 };
const name = "vllm:time_to_first_token_seconds";

function planOf(signal: SignalId, metricNames: readonly string[], copyLabels: readonly string[] = []) {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
    attachments: [],
    metricNames,
    copyLabels,
  };
  const context = { engine: engineById("vllm"), deployment, scope: { deployment: "d" } };
  return compileBlocks(signal, context, timing);
}

test("a histogram is read at the edges of its blocks, merged like other statistics", () => {
  const classic = [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  const plan = planOf("ttft", classic, ["replica"]);
  const edges = (series: string) =>
    `last_over_time(${series}{job="j"}[30s]) - last_over_time(${series}{job="j"}[30s] offset 60s)`;
  expect(plan).toMatchObject({
    kind: "blocks",
    operands: [
      {
        name: "buckets",
        resultKind: "counter",
        query: `sum by (le) (max without (replica) (last_over_time(${name}_bucket{job="j"}[30s])))`,
      },
      {
        name: "sum",
        resultKind: "counter",
        query: `sum(max without (replica) (last_over_time(${name}_sum{job="j"}[30s])))`,
      },
    ],
    continuity: [
      {
        endCountQuery: `count by (job, instance) (max without (replica) (last_over_time(${name}_count{job="j"}[30s])))`,
        bothEdgesCountQuery: `count(max without (replica) (${edges(`${name}_count`)}))`,
        resetsQuery: `max(max without (replica) (resets(${name}_count{job="j"}[90s])))`,
      },
    ],
  });
});

test("a native histogram has the number and sum of its observations, and the reason for missing buckets", () => {
  const plan = planOf("ttft", [name]);
  if (plan.kind === "absent") throw new Error(plan.detail);
  expect(plan.operands.map((operand) => operand.name)).toEqual(["sum", "count"]);
  expect(plan.operands[0]?.query).toBe(
    `sum(histogram_sum(last_over_time(${name}{job="j"}[30s])) - histogram_sum(last_over_time(${name}{job="j"}[30s] offset 60s)))`,
  );
  expect(plan.bucketsAbsentReason).toContain("native histogram");
});

test("samples replace a query only where they are combined by addition", () => {
  const [tokens] = operandsOf("output-tokens", ["vllm:generation_tokens_total"]);
  const [errors] = operandsOf("errors", ["http_requests_total"]);
  expect(tokens?.rawTerms).toEqual([{ selectorPromql: 'vllm:generation_tokens_total{job="j"}', sign: 1 }]);
  expect(errors).toMatchObject({ resultKind: "increase", rawTerms: null });
});

test("a gauge has no increases", () => {
  expect(planOf("running", [])).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

function operandsOf(signal: SignalId, metricNames: readonly string[]) {
  const plan = planOf(signal, metricNames);
  return plan.kind === "absent" ? [] : plan.operands;
}

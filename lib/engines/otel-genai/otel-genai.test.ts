/**
 * Client and server may both be instrumented, and names with dots must never be sent to a source without such names.
 */
import { expect, test } from "vitest";
import { otelGenaiUtf8 } from "@/lib/engines/otel-genai-utf8";
import type { Engine } from "@/lib/engines/definitions/engine";
import { statistics, type Statistic } from "@/lib/model/question";
import { listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { otelGenai } from ".";

function queries(
  engine: Engine,
  signal: SignalId,
  statistic: Statistic,
  metricNames: readonly string[],
): readonly string[] {
  const selector = { ...(engine.modelLabel === null ? {} : { [engine.modelLabel]: "m" }), job: "j" };
  const deployment = {
    pools: [{ role: "both", selectors: [selector] }] as const,
    attachments: [],
    metricNames,
    copyLabels: [],
  };
  return listPlanQueries(
    compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("counts a request once when both server and client measured it, with the server's value", () => {
  const namePairs = [
    "gen_ai_server_request_duration_seconds_count",
    "gen_ai_client_operation_duration_seconds_count",
  ];
  const here =
    '{gen_ai_request_model="m",job="j",gen_ai_operation_name!~"embeddings|retrieval|.*_agent|execute_tool|invoke_workflow"}';
  expect(queries(otelGenai, "requests", "rate", namePairs)).toEqual([
    namePairs.map((name) => `sum(rate(${name}${here}[60s]))`).join(" or "),
  ]);
});

test("quotes names and labels with dots", () => {
  const [promql] = queries(otelGenaiUtf8, "prompt-tokens", "rate", ["gen_ai.client.token.usage_sum"]);
  expect(promql).toBe(
    'sum(rate({"gen_ai.client.token.usage_sum","gen_ai.request.model"="m",job="j","gen_ai.token.type"="input"}[60s]))',
  );
});

test("queries translated names without quotes", () => {
  const sentQueries = listSignalIds("engine").flatMap((signal) =>
    statistics.flatMap((statistic) => queries(otelGenai, signal, statistic, [])),
  );
  expect(sentQueries.length).toBeGreaterThan(0);
  expect(
    sentQueries.filter((promql) => /\{"|"[^"]*"\s*(?:=|!)/.test(promql.replaceAll(/[=~]"[^"]*"/g, "="))),
  ).toEqual([]);
});

test("queries quoted names only for a deployment that has names with dots", () => {
  expect(otelGenaiUtf8.detectionMetrics.filter((name) => !name.includes("."))).toEqual([]);
  expect(otelGenai.detectionMetrics.filter((name) => name.includes("."))).toEqual([]);
});

/**
 * LiteLLM uses different model labels in different metrics, and not all of its failures are failures of the service.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { litellm } from ".";

const deployment = {
  pools: [{ role: "both", selectors: [{ requested_model: "m", job: "j" }] }] as const,
  attachments: [],
  metricNames: [],
  copyLabels: [],
};

function queries(signal: SignalId, statistic: Statistic): readonly string[] {
  return listPlanQueries(
    compileSignal(signal, statistic, { engine: litellm, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("queries each metric by the label that names its model", () => {
  expect(queries("tpot", "p95")).toEqual([
    'sum by (le) (rate(litellm_deployment_latency_per_output_token_bucket{litellm_model_name="m",job="j"}[60s]))',
  ]);
  expect(queries("e2e", "p95")).toEqual([
    'sum by (le) (rate(litellm_request_total_latency_metric_bucket{requested_model="m",job="j"}[60s]))',
  ]);
});

test("reports zero failures while requests are counted by status code", () => {
  expect(queries("errors", "rate")[0]).toMatch(
    / or \(0 \* sum\(rate\(litellm_proxy_total_requests_metric_total\{requested_model="m",job="j",status_code!=""\}/,
  );
});

test.each([
  ["500", true],
  ["503", true],
  ["408", true],
  ["429", true],
  ["None", true],
  ["400", false],
  ["401", false],
  ["404", false],
  ["409", false],
  ["422", false],
  ["499", false],
])("treats status %s as an error: %s", (status, isError) => {
  const { errors } = litellm.signals;
  const pattern = errors.kind === "counter" ? errors.alternatives[0]?.matchers?.[0] : undefined;
  expect(pattern?.operator).toBe("!~");
  expect(!new RegExp(`^(?:${pattern?.value})$`).test(status)).toBe(isError);
});

test("does not create a deployment for a model that was only requested", () => {
  const exposed = readFileSync(path.join(import.meta.dirname, "samples/1.106.2/metrics.txt"), "utf8");
  const models = litellm.detectionMetrics.flatMap((name) =>
    [...exposed.matchAll(new RegExp(`^${name}\\{.*requested_model="([^"]*)"`, "gm"))].map(
      ([, model]) => model,
    ),
  );
  expect(exposed).toContain('requested_model="other"');
  expect(new Set(models)).toEqual(new Set(["toy-8b"]));
});

/** The frontend sends its gauge of requests under two names, and its errors by kinds that are not all failures. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf } from "@/lib/semantic/plan";
import { dynamo } from ".";

function queries(signal: SignalId, statistic: Statistic, metricNames: readonly string[]): readonly string[] {
  const deployment = {
    pools: [{ role: "both", selectors: [{ model: "m", job: "j" }] }] as const,
    attachments: [],
    metricNames,
    copyLabels: [],
  };
  return queriesOf(
    compileSignal(signal, statistic, { engine: dynamo, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("requests in flight under the newer and the older name count once", () => {
  const oldAndNewNames = ["dynamo_frontend_active_requests", "dynamo_frontend_inflight_requests"];
  expect(queries("running", "value", oldAndNewNames)).toEqual([
    'sum(avg_over_time(dynamo_frontend_active_requests{model="m",job="j"}[60s])) or sum(avg_over_time(dynamo_frontend_inflight_requests{model="m",job="j"}[60s]))',
  ]);
});

test("errors leave out what clients did, aborts are only that, and both are zero while other requests end", () => {
  const names = ["dynamo_frontend_requests_total"];
  const rate = (matches: string): string =>
    `sum(rate(dynamo_frontend_requests_total{model="m",job="j"${matches}}[60s]))`;
  expect(queries("errors", "rate", names)).toEqual([
    `${rate(',status="error",error_type!~"validation|not_found|cancelled"')} or (0 * ${rate("")})`,
  ]);
  expect(queries("aborts", "rate", names)).toEqual([
    `${rate(',status="error",error_type="cancelled"')} or (0 * ${rate("")})`,
  ]);
});

test("a model that a client merely asked for makes no deployment", () => {
  expect(dynamo.detectionMetrics.filter((name) => /_requests/.test(name))).toEqual([]);
});

test("a frontend that nobody has asked yet is recognised", () => {
  const exposed = readFileSync(path.join(import.meta.dirname, "samples/1.4.0-idle/metrics.txt"), "utf8");
  expect(dynamo.detectionMetrics.filter((name) => exposed.includes(`\n${name}{`))).toEqual([
    "dynamo_frontend_model_context_length",
  ]);
});

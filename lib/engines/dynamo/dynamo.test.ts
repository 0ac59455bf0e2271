/** The frontend sends its gauge of requests under two names, and some of its error types are not failures. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { dynamo } from ".";

function queries(signal: SignalId, statistic: Statistic, metricNames: readonly string[]): readonly string[] {
  const deployment = {
    pools: [{ role: "both", selectors: [{ model: "m", job: "j" }] }] as const,
    attachments: [],
    metricNames,
    copyLabels: [],
  };
  return listPlanQueries(
    compileSignal(signal, statistic, { engine: dynamo, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("counts requests in flight once although two names report them", () => {
  const oldAndNewNames = ["dynamo_frontend_active_requests", "dynamo_frontend_inflight_requests"];
  expect(queries("running", "value", oldAndNewNames)).toEqual([
    'sum(avg_over_time(dynamo_frontend_active_requests{model="m",job="j"}[60s])) or sum(avg_over_time(dynamo_frontend_inflight_requests{model="m",job="j"}[60s]))',
  ]);
});

test("excludes client errors from errors, counts only cancellations as aborts, and reports zero where other requests show it", () => {
  const names = ["dynamo_frontend_requests_total"];
  const rate = (matches: string): string =>
    `sum(rate(dynamo_frontend_requests_total{model="m",job="j"${matches}}[60s]))`;
  expect(queries("errors", "rate", names)).toEqual([
    `${rate(',status="error",error_type!~"validation|not_found|cancelled"')} or (0 * ${rate(',status!=""')})`,
  ]);
  // Older frontends have no types of errors, and newer ones leave the type of a success empty.
  const typed = [...names, 'dynamo_frontend_requests_total{error_type!=""}'];
  expect(queries("aborts", "rate", names)).toEqual([rate(',status="error",error_type="cancelled"')]);
  expect(queries("aborts", "rate", typed)).toEqual([
    `${rate(',status="error",error_type="cancelled"')} or (0 * ${rate(',status!=""')})`,
  ]);
});

test("does not create a deployment for a model that was only requested", () => {
  expect(dynamo.detectionMetrics.filter((name) => /_requests/.test(name))).toEqual([]);
});

test("recognizes a frontend before its first request", () => {
  const exposed = readFileSync(path.join(import.meta.dirname, "samples/1.4.0-idle/metrics.txt"), "utf8");
  expect(dynamo.detectionMetrics.filter((name) => exposed.includes(`\n${name}{`))).toEqual([
    "dynamo_frontend_model_context_length",
  ]);
});

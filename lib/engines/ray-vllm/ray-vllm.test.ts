/** Ray sends every counter twice, as X_total and as a gauge X. Only X_total may be queried. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { statistics } from "@/lib/model/question";
import { listSignalIds } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { listOutcomeEntries } from "@/lib/semantic/compile/observed-series";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { rayVllm } from ".";

const context: QueryContext = {
  engine: rayVllm,
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: "m", job: "ray" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  scope: { deployment: "d" },
};

const sentQueries = listSignalIds("engine").flatMap((signal) =>
  statistics.flatMap((statistic) => listPlanQueries(compileSignal(signal, statistic, context, 60_000))),
);

test.each(["2.40", "2.50"])("never queries the gauge copy of a counter for Ray %s", (version) => {
  const sample = readFileSync(path.join(import.meta.dirname, "samples", version, "metrics.txt"), "utf8");
  const types = [...sample.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
    ([, name = "", type = ""]) => [name, type] as const,
  );
  const counters = new Set(types.flatMap(([name, type]) => (type === "counter" ? [name] : [])));
  const twins = types.flatMap(([name, type]) =>
    type === "gauge" && counters.has(`${name}_total`) ? [name] : [],
  );
  expect(twins).not.toHaveLength(0);
  const names = new Set(sentQueries.flatMap((promql) => promql.match(/ray_vllm[:_]\w+/g) ?? []));
  expect(twins.filter((twin) => names.has(twin))).toEqual([]);
});

test("reports zero errors only after the first one, and remembers it after a restart", () => {
  const errors = (metricNames: readonly string[]): string | undefined => {
    const deployment = { ...context.deployment, metricNames };
    return listPlanQueries(compileSignal("errors", "rate", { ...context, deployment }, 60_000))[0];
  };
  const finished = "ray_vllm_request_success_total";
  expect(errors([])).toContain('finished_reason="error"');
  expect(errors([])).toContain('finish_reason="error"');
  expect(errors([finished, `${finished}{finished_reason="abort"}`])).not.toContain("0 * ");
  const known = listOutcomeEntries(rayVllm, { __name__: finished, finished_reason: "error" });
  expect(errors([finished, ...known])).toContain(`0 * sum(rate(${finished}{model_name="m",job="ray"}`);
});

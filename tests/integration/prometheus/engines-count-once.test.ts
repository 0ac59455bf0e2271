/**
 * Every engine and exporter on a real Prometheus, with a history built from its recorded samples: each possible query
 * returns one number without an error, and data sent twice counts once.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { engineById, detectableEngines, exporterById, exporters } from "@/lib/engines";
import { engineIds, exporterIds } from "@/lib/model/deployment/deployment";
import { statistics, type Statistic } from "@/lib/model/question";
import { listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { engineTruths } from "@/tests/support/histories/engine-truths";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import {
  listMetricNamesOfPage,
  sampleHistoryEndMs,
  writeSampleHistory,
  type SamplePage,
} from "@/tests/support/histories/sample-history";

const lists = path.resolve("lib/engines");
const windowMs = 300_000;

interface Page extends SamplePage {
  readonly id: string;
  readonly isEngine: boolean;
}

const folders = [
  // Names with dots require Prometheus 3. The older version that the tests use refuses them.
  ...detectableEngines
    .filter(({ id }) => id !== "otel-genai-utf8")
    .map(({ id }) => ({ id, isEngine: true, at: id })),
  ...exporters.map(({ id }) => ({ id, isEngine: false, at: path.join("exporters", id) })),
];
const pages: readonly Page[] = folders.flatMap(({ id, isEngine, at }) =>
  readdirSync(path.join(lists, at, "samples")).map((version) => ({
    id,
    isEngine,
    job: `${at} ${version}`,
    file: path.join(lists, at, "samples", version, "metrics.txt"),
  })),
);
const cadvisorTwice = pages.flatMap((page) => (page.id === "cadvisor" ? [{ ...page, job: "kubelet" }] : []));

const frozen = startFrozenSource(() => writeSampleHistory([...pages, ...cadvisorTwice]));

function contextOf(page: Page): QueryContext {
  const engine = engineById(engineIds.find((id) => page.isEngine && id === page.id) ?? "vllm");
  const exporter = exporterIds.find((id) => !page.isEngine && id === page.id);
  const inPod = page.id === "cadvisor" ? { namespace: "prod", pod: "vllm-0" } : { job: page.job };
  return {
    engine,
    deployment: {
      pools: [{ role: "both", selectors: [{ job: page.job }] }],
      attachments: exporter === undefined ? [] : [{ exporter, selectors: [inPod] }],
      metricNames: listMetricNamesOfPage(page),
      copyLabels: [],
    },
    scope: { deployment: "d" },
  };
}

async function ask(page: Page, signal: SignalId, statistic: Statistic) {
  const plan = compileSignal(signal, statistic, contextOf(page), windowMs);
  const answers = new Map(
    await Promise.all(
      listPlanQueries(plan).map(
        async (promql) =>
          [promql, await queryInstant(frozen.upstream, { promql, atMs: sampleHistoryEndMs })] as const,
      ),
    ),
  );
  return { answers, value: evaluatePlan(plan, columnsFromVectors(answers), windowMs).values[0] };
}

test.each(pages)("$job: every query returns one number per bucket or one in total", async (page) => {
  const exporter = exporterIds.find((id) => !page.isEngine && id === page.id);
  const signals = listSignalIds(exporter === undefined ? "engine" : exporterById(exporter).family);
  for (const signal of signals) {
    for (const statistic of statistics) {
      for (const [promql, { samples }] of (await ask(page, signal, statistic)).answers) {
        const edges = samples.map(({ labels }) => labels["le"] ?? "");
        expect(new Set(edges).size, promql).toBe(samples.length);
      }
    }
  }
});

test.each(engineTruths)("%s: %s %s is %d", async (job, signal, statistic, truth) => {
  const page = pages.find((one) => one.job === job);
  expect(page, job).toBeDefined();
  if (page === undefined) return;
  const { value } = await ask(page, signal, statistic);
  expect(Math.abs((value ?? Number.NaN) - truth)).toBeLessThanOrEqual(1e-9 * Math.max(1, truth));
});

test("percentiles use only the first name if several names exist", async () => {
  const page = pages.find(({ job }) => job === "otel-genai server-1.41");
  expect(page).toBeDefined();
  if (page === undefined) return;
  const answers = [...(await ask(page, "ttft", "p95")).answers.values()];
  const edges = answers.flatMap(({ samples }) => samples.map(({ labels }) => labels["le"]));
  // Edges that only the client's histogram has, not the server's.
  expect(edges).not.toContain("0.16");
  expect(edges).toContain("0.25");
});

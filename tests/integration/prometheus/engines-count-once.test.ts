/**
 * Every engine and exporter on a real Prometheus, over its own samples made into history: each query it can ask is answered
 * without an error and with one number, and what is sent twice counts once.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById, engines, exporterById, exporters } from "@/lib/engines";
import { engineIds, exporterIds } from "@/lib/model/deployment";
import { statistics, type Statistic } from "@/lib/model/question";
import { signalsOf, type SignalId } from "@/lib/model/signals";
import { instantColumns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf } from "@/lib/semantic/plan";
import type { Place } from "@/lib/semantic/scope-selectors";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import {
  namesIn,
  sampleHistoryEndMs,
  writeSampleHistory,
  type SamplePage,
} from "@/tests/support/sample-history";
import { upstreamTo } from "@/tests/support/upstream";

const lists = path.resolve("lib/engines");
const windowMs = 300_000;

interface Page extends SamplePage {
  readonly id: string;
  readonly isEngine: boolean;
}

const folders = [
  // Names with dots are for Prometheus 3; the older one that the tests run refuses them.
  ...engines.filter(({ id }) => id !== "otel-genai-utf8").map(({ id }) => ({ id, isEngine: true, at: id })),
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

let prometheus: FrozenPrometheus;
let upstream: SourceUpstream;

beforeAll(async () => {
  prometheus = await startPrometheus(writeSampleHistory([...pages, ...cadvisorTwice]));
  upstream = upstreamTo(prometheus.url);
});
afterAll(async () => {
  await upstream.close();
  await prometheus.stop();
});

function placeOf(page: Page): Place {
  const engine = engineById(engineIds.find((id) => page.isEngine && id === page.id) ?? "vllm");
  const exporter = exporterIds.find((id) => !page.isEngine && id === page.id);
  const inPod = page.id === "cadvisor" ? { namespace: "prod", pod: "vllm-0" } : { job: page.job };
  return {
    engine,
    deployment: {
      pools: [{ role: "both", selectors: [{ job: page.job }] }],
      attachments: exporter === undefined ? [] : [{ exporter, selectors: [inPod] }],
      metricNames: namesIn(page),
      copyLabels: [],
    },
    scope: { deployment: "d" },
  };
}

async function ask(page: Page, signal: SignalId, statistic: Statistic) {
  const plan = compileSignal(signal, statistic, placeOf(page), windowMs);
  const answers = new Map(
    await Promise.all(
      queriesOf(plan).map(
        async (promql) =>
          [promql, await queryInstant(upstream, { promql, atMs: sampleHistoryEndMs })] as const,
      ),
    ),
  );
  return { answers, value: evaluatePlan(plan, instantColumns(answers), windowMs).values[0] };
}

test.each(pages)("$job: every query is answered, with one number for each bucket or in all", async (page) => {
  const exporter = exporterIds.find((id) => !page.isEngine && id === page.id);
  const signals = signalsOf(exporter === undefined ? "engine" : exporterById(exporter).family);
  for (const signal of signals) {
    for (const statistic of statistics) {
      for (const [promql, { samples }] of (await ask(page, signal, statistic)).answers) {
        const edges = samples.map(({ labels }) => labels["le"] ?? "");
        expect(new Set(edges).size, promql).toBe(samples.length);
      }
    }
  }
});

/** A counter's rate is the value that its series have in the sample, 10 mostly, times the series that are told apart. */
const truths = [
  // X_total and its gauge twin X.
  ["ray-vllm 2.50", "requests", "rate", 10],
  ["ray-vllm 2.50", "prompt-tokens", "rate", 10],
  ["ray-vllm 2.40", "output-tokens", "rate", 10],
  ["ray-vllm 2.50", "aborts", "rate", 0],
  // Two names of one gauge; four ends of a request, of which one is a failure.
  ["dynamo 1.0", "running", "value", 1],
  ["dynamo 1.0", "requests", "rate", 40],
  ["dynamo 1.0", "errors", "rate", 10],
  ["dynamo 1.0", "aborts", "rate", 10],
  ["dynamo 0.4", "errors", "rate", 0],
  // New and old names side by side.
  ["epp 0.10", "requests", "rate", 10],
  ["epp 0.10", "errors", "rate", 10],
  ["epp 0.10", "running", "value", 1],
  ["epp 0.10", "waiting", "value", 1],
  ["epp 0.10", "prompt-tokens", "rate", 13],
  ["epp gie-1.5", "requests", "rate", 10],
  ["litellm 1.60", "requests", "rate", 10],
  ["litellm 1.60", "errors", "rate", 10],
  // Server and client measured the same operations: 15 without an error, 15 with one.
  ["otel-genai server-1.41", "requests", "rate", 30],
  ["otel-genai server-1.41", "errors", "rate", 15],
  ["otel-genai server-1.41", "prompt-tokens", "rate", 15],
  ["otel-genai client-1.41", "requests", "rate", 30],
  // Container, sandbox and pod, from two jobs.
  ["exporters/cadvisor 0.49", "container-cpu", "rate", 100],
  ["exporters/cadvisor 0.49", "container-memory", "value", 8e9],
  ["exporters/cadvisor 0.49", "container-throttled", "value", 0.03],
  ["exporters/postgres 0.20", "db-transactions", "rate", 20],
  ["exporters/postgres 0.20", "db-heap-hit", "value", 0.5],
  ["exporters/postgres 0.11", "db-heap-hit", "value", 0.5],
  ["exporters/postgres 0.20", "db-query-time", "value", 0.1],
  ["exporters/pgbouncer 0.12", "db-pool-waiting", "value", 1],
  ["exporters/pgbouncer 0.12", "db-connections", "value", 5],
  ["exporters/amd 1.5", "gpu-power", "value", 640],
  ["exporters/amd 1.5", "gpu-utilisation", "value", 0.5],
  ["exporters/amd 1.5", "gpu-memory-used", "value", 150_000 * 1024 * 1024],
  ["exporters/amd 1.5", "gpu-sm-clock", "value", 2.1e9],
  ["exporters/amd prefixed", "gpu-power", "value", 640],
  ["exporters/nccl-inspector 2.30", "train-allreduce-time", "value", 0.0042],
  ["exporters/nccl-inspector 2.30", "train-bus-bandwidth", "value", 35e9],
  ["exporters/ray-data 2.50", "train-batches", "rate", 1280],
  ["exporters/ray-data 2.50", "train-data-wait", "value", 0.5],
] as const;

test.each(truths)("%s: %s %s is %d", async (job, signal, statistic, truth) => {
  const page = pages.find((one) => one.job === job);
  expect(page, job).toBeDefined();
  if (page === undefined) return;
  const { value } = await ask(page, signal, statistic);
  expect(Math.abs((value ?? Number.NaN) - truth)).toBeLessThanOrEqual(1e-9 * Math.max(1, truth));
});

test("percentiles of names side by side are those of the first name alone", async () => {
  const both = pages.find(({ job }) => job === "otel-genai server-1.41");
  expect(both).toBeDefined();
  if (both === undefined) return;
  const answers = [...(await ask(both, "ttft", "p95")).answers.values()];
  const edges = answers.flatMap(({ samples }) => samples.map(({ labels }) => labels["le"]));
  // Edges of the client's histogram that the server's does not have.
  expect(edges).not.toContain("0.16");
  expect(edges).toContain("0.25");
});

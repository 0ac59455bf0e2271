/**
 * The discovery query for the metric names of a group: it returns all names, and reads a single bucket per histogram.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { createMetricNamesPromql } from "@/lib/services/discovery/discovery-queries";
import { compareText } from "@/lib/services/deployments/instance-groups";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";

const atSeconds = Date.UTC(2026, 9, 1) / 1_000;
const edges = ["0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf"];
const instances = ["a:1", "b:1", "c:1"];
const servers = instances.map((instance) => `model_name="m",job="j",instance="${instance}"`);
const histograms = ["vllm:time_to_first_token_seconds", "vllm:e2e_request_latency_seconds"];

function exposition(): string {
  const lines = ["# TYPE vllm:num_requests_running gauge"];
  for (const labels of servers) lines.push(`vllm:num_requests_running{${labels}} 1 ${atSeconds}`);
  for (const name of histograms) {
    lines.push(`# TYPE ${name} histogram`);
    for (const labels of servers) {
      for (const le of edges) lines.push(`${name}_bucket{${labels},le="${le}"} 1 ${atSeconds}`);
      lines.push(`${name}_count{${labels}} 1 ${atSeconds}`, `${name}_sum{${labels}} 1 ${atSeconds}`);
    }
  }
  return [...lines, "# EOF\n"].join("\n");
}

let prometheus: FrozenPrometheus;
beforeAll(async () => {
  prometheus = await startPrometheus(exposition());
});
afterAll(() => prometheus.stop());

interface InstantQueryResponse {
  readonly data: {
    readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[];
    readonly stats: { readonly samples: { readonly totalQueryableSamples: number } };
  };
}

test("finds all names, at a cost that does not grow with the number of buckets", async () => {
  const query = createMetricNamesPromql(engineById("vllm"), { model_name: "m", job: "j" });
  const body = new URLSearchParams({ query, time: String(atSeconds), stats: "all" });
  const response = await fetch(`${prometheus.url}/api/v1/query`, { method: "POST", body });
  const { data } = (await response.json()) as InstantQueryResponse;
  const names = data.result.map(({ metric }) => metric["__name__"]);
  const parts = histograms.flatMap((name) => ["_bucket", "_count", "_sum"].map((suffix) => name + suffix));
  expect(names).toHaveLength(1 + parts.length);
  expect(new Set(names)).toEqual(new Set(["vllm:num_requests_running", ...parts]));
  // One more sample per server identifies the deployment's targets.
  const perServer = 1 + 3 * histograms.length + 1;
  expect(data.stats.samples.totalQueryableSamples).toBe(perServer * servers.length);
});

test("with the names of its instances, a query has the same answer without the series of other targets", async () => {
  const engine = engineById("vllm");
  const labels = { model_name: "m", job: "j" };
  const namesOf = async (query: string): Promise<readonly string[]> => {
    const body = new URLSearchParams({ query, time: String(atSeconds) });
    const response = await fetch(`${prometheus.url}/api/v1/query`, { method: "POST", body });
    const { data } = (await response.json()) as InstantQueryResponse;
    return data.result.map(({ metric }) => metric["__name__"] ?? "").toSorted(compareText);
  };
  const named = createMetricNamesPromql(engine, labels, instances);
  expect(named).toContain("instance=~");
  expect(await namesOf(named)).toEqual(await namesOf(createMetricNamesPromql(engine, labels)));
  expect(await namesOf(createMetricNamesPromql(engine, labels, ["elsewhere:1"]))).toEqual([]);
  // An empty name means that the label is missing, so the other names do not describe all targets.
  expect(createMetricNamesPromql(engine, labels, [...instances, ""])).not.toContain("instance=~");
});

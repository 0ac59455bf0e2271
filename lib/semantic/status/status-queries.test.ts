import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { planStatusQueries, listStatusQueries } from "./status-queries";
import { readStatusNumbers } from "./read-status-numbers";

function queriesOf(id: EngineId, spacingMs = 15_000) {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  const context = { engine: engineById(id), deployment, scope: { deployment: "d" } };
  return planStatusQueries(context, spacingMs);
}

const recentTokens = (id: EngineId): string | null => queriesOf(id).recentTokens;

test("detects a stall by a metric that changes while a request runs", () => {
  expect(recentTokens("vllm")).toContain("vllm:generation_tokens_total");
  expect(recentTokens("tgi")).toBe(
    'sum by (job, instance) (increase(tgi_batch_inference_count{job="j"}[60s]))',
  );
  expect(recentTokens("llama-cpp")).toContain("llamacpp:n_decode_total");
});

test("does not report a long request as stalled in an engine that counts tokens at the end", () => {
  expect(recentTokens("trtllm")).toBeNull();
  expect(recentTokens("sglang")).not.toContain("generation_tokens_total");
});

test("does not detect stalls by tokens in an engine without token counters", () => {
  expect(recentTokens("hand-made")).toBeNull();
  expect(recentTokens("triton")).toBeNull();
});

test("counts finished requests only where they disprove a stall", () => {
  const finished = (id: EngineId): string | null => queriesOf(id).recentSuccesses;
  expect(finished("vllm")).toContain("vllm:request_success_total");
  expect(finished("dynamo")).toContain("dynamo_frontend_requests_total");
  // TGI counts requests on arrival, and an arrival does not show progress.
  expect(finished("tgi")).toBeNull();
  // Without tokens that increase during a request, no stall is detected by them.
  expect(finished("trtllm")).toBeNull();
});

test("subtracts failed and aborted requests from the finished ones, in one query", () => {
  const { recentSuccesses } = queriesOf("dynamo");
  const names = "(?:dynamo_frontend|nv_llm_http_service)_requests_total";
  expect(recentSuccesses).toMatch(new RegExp(`^\\(\\(?sum by \\(job, instance\\) \\(increase\\(${names}`));
  expect(recentSuccesses?.match(/ - \(/g)).toHaveLength(2);
  // A request of unknown outcome finished as well.
  expect(queriesOf("hand-made").recentSuccesses).toBeNull();
  expect(queriesOf("vllm").recentSuccesses).toContain(
    'or (0 * sum by (job, instance) (increase(vllm:request_success_total{job="j"}[60s])',
  );
});

test("covers several scrapes with the window of waiting requests", () => {
  const slow = queriesOf("vllm", 60_000);
  expect(slow).toMatchObject({ waitingWindowMs: 240_000, stallWindowMs: 240_000 });
  expect(slow.minWaiting).toContain("[240s]");
  expect(slow.tokensWhileWaiting).toContain("[240s]");
  expect(queriesOf("vllm")).toMatchObject({ waitingWindowMs: 120_000, stallWindowMs: 60_000 });
});

test("does not report a gauge as frozen that did not exist ten minutes ago", () => {
  const queries = queriesOf("vllm");
  expect(queries.runningBefore).toBe(
    'group by (job, instance) (last_over_time(vllm:num_requests_running{job="j"}[60s] offset 540s) or last_over_time(vllm_num_requests_running{job="j"}[60s] offset 540s))',
  );
  const frozen = (without: string | null) => {
    const queried = listStatusQueries(queries).filter((promql) => promql !== without);
    const answers = queried.map((promql) => {
      const samples = [{ labels: {}, value: 0, atMs: 0 }];
      return [promql, { samples, warnings: [], infos: [] }] as const;
    });
    return readStatusNumbers(queries, columnsFromVectors(new Map(answers))).requestActivity;
  };
  expect(frozen(null)).toEqual({ runningChangeCount: 0, maxWaiting: 0, arrivals: 0, finished: 0 });
  expect(frozen(queries.runningBefore)).toBeNull();
});

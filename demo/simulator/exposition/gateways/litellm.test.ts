/** LiteLLM's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, outputTokens, runRequests, promptTokens } from "@/tests/support/traces/run-requests";
import { litellm } from "./litellm";

const played = runRequests([litellm]);
const { families, answered, requests } = played;
const key = "api_key_alias,end_user,hashed_api_key";
const call = `${key},model,requested_model,team,team_alias,user`;

test("exposes LiteLLM's families, types and labels", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      `litellm_llm_api_time_to_first_token_metric histogram ${call}`,
      `litellm_llm_api_latency_metric histogram ${call}`,
      `litellm_request_total_latency_metric histogram ${call}`,
      `litellm_request_queue_time_seconds histogram ${call}`,
      "litellm_deployment_latency_per_output_token histogram api_base,api_key_alias,api_provider,end_user,hashed_api_key,litellm_model_name,model_id,team,team_alias,user",
      `litellm_proxy_total_requests_metric_total counter ${key},requested_model,status_code,team,team_alias,user`,
      "litellm_proxy_failed_requests_metric_total counter api_key_alias,end_user,exception_class,exception_status,hashed_api_key,requested_model,team,team_alias,user",
      `litellm_input_tokens_metric_total counter ${call}`,
      `litellm_output_tokens_metric_total counter ${call}`,
    ].toSorted(),
  );
});

test("latencies have the published edges", () => {
  const edges =
    "0.005 0.00625 0.0125 0.025 0.05 0.1 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5 10 15 20 25 30 60 120 180 240 300";
  for (const name of ["llm_api_time_to_first_token_metric", "request_total_latency_metric"])
    expect(listBucketEdges(families, `litellm_${name}`).join(" ")).toBe(edges);
});

test("is scraped with a trailing slash, to which LiteLLM redirects", () => {
  expect(litellm.path).toBe("/metrics/");
});

test.each([
  ["litellm_proxy_total_requests_metric_total", {}, requests.length],
  ["litellm_proxy_total_requests_metric_total", { status_code: "200" }, answeredCount],
  ["litellm_proxy_failed_requests_metric_total", { exception_status: "400" }, 1],
  ["litellm_proxy_failed_requests_metric_total", {}, 2],
  ["litellm_input_tokens_metric_total", {}, promptTokens(answered)],
  ["litellm_output_tokens_metric_total", {}, outputTokens(answered)],
  ["litellm_llm_api_time_to_first_token_metric_count", {}, answeredCount + 1],
  ["litellm_request_total_latency_metric_count", {}, answeredCount],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

test("total latency exceeds upstream latency by the proxy's time", () => {
  const total = valueOf(families, "litellm_request_total_latency_metric_sum");
  const upstream = valueOf(families, "litellm_llm_api_latency_metric_sum");
  expect((total - upstream) / answeredCount).toBeCloseTo(0.0025, 6);
});

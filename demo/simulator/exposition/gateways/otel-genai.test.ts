/** The conventions' names after translation, stated independently of the implementation, and their counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, outputTokens, runRequests, promptTokens } from "@/tests/support/traces/run-requests";
import { otelGenAi } from "./otel-genai";

const { families, answered, requests } = runRequests([otelGenAi]);
const before = "gen_ai_operation_name,gen_ai_provider_name,gen_ai_request_model,gen_ai_response_model";
const own = `${before},server_address,server_port`;

test("exposes the conventions' families, types and labels", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      `gen_ai_server_time_to_first_token_seconds histogram ${own}`,
      `gen_ai_server_time_per_output_token_seconds histogram ${own}`,
      `gen_ai_server_request_duration_seconds histogram error_type,${own}`,
      `gen_ai_client_operation_duration_seconds histogram error_type,${own}`,
      `gen_ai_client_operation_time_to_first_chunk_seconds histogram ${own}`,
      `gen_ai_client_operation_time_per_output_chunk_seconds histogram ${own}`,
      `gen_ai_client_token_usage histogram ${before},gen_ai_token_type,server_address,server_port`,
    ].toSorted(),
  );
});

const duration = "0.01 0.02 0.04 0.08 0.16 0.32 0.64 1.28 2.56 5.12 10.24 20.48 40.96 81.92";

test.each([
  [
    "server_time_to_first_token_seconds",
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10",
  ],
  ["server_time_per_output_token_seconds", "0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1 2.5"],
  ["server_request_duration_seconds", duration],
  ["client_operation_duration_seconds", duration],
  ["client_operation_time_to_first_chunk_seconds", duration],
  ["client_operation_time_per_output_chunk_seconds", duration],
  ["client_token_usage", "1 4 16 64 256 1024 4096 16384 65536 262144 1048576 4194304 16777216 67108864"],
])("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, `gen_ai_${name}`).join(" ")).toBe(edges);
});

test.each([
  ["server_request_duration_seconds_count", {}, requests.length],
  ["client_operation_duration_seconds_count", { error_type: "cancelled" }, 1],
  ["server_time_to_first_token_seconds_count", {}, answeredCount + 1],
  ["server_time_per_output_token_seconds_count", {}, answeredCount - 1],
  ["client_operation_time_per_output_chunk_seconds_count", {}, outputTokens(requests) - answeredCount - 1],
  ["client_token_usage_sum", { gen_ai_token_type: "input" }, promptTokens(answered)],
  ["client_token_usage_sum", { gen_ai_token_type: "output" }, outputTokens(answered)],
  ["client_token_usage_count", { gen_ai_token_type: "output" }, answeredCount],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, `gen_ai_${name}`, labels)).toBe(expected);
});

test("a successful request has no error type instead of an empty one", () => {
  const fine = families
    .get("gen_ai_server_request_duration_seconds")!
    .samples.filter(({ name, labels }) => name.endsWith("_count") && !("error_type" in labels));
  expect(fine.map(({ value }) => value)).toEqual([answeredCount]);
});

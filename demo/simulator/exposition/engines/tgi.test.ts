/** TGI's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, outputTokens, runRequests, promptTokens } from "@/tests/support/traces/run-requests";
import { tgi } from "./tgi";

const { families, answered, requests, steps } = runRequests([tgi]);

test("exposes TGI's families and types, with no labels but method and err", () => {
  const durations = [
    "duration",
    "queue_duration",
    "inference_duration",
    "validation_duration",
    "mean_time_per_token_duration",
  ];
  expect(outline(families).toSorted()).toEqual(
    [
      ...durations.map((name) => `tgi_request_${name} histogram`),
      ...["forward", "inference", "decode"].map((name) => `tgi_batch_${name}_duration histogram method`),
      ...["queue_size", "batch_current_size", "batch_current_max_tokens", "batch_max_total_tokens"].map(
        (name) => `tgi_${name} gauge`,
      ),
      ...["count", "success"].map((name) => `tgi_request_${name} counter`),
      "tgi_request_failure counter err",
      ...["generated_tokens", "input_length", "max_new_tokens"].map(
        (name) => `tgi_request_${name} histogram`,
      ),
      "tgi_batch_next_size histogram",
      "tgi_batch_inference_count counter method",
    ].toSorted(),
  );
});

test("durations have 35 edges that grow by half from 0.15 ms to 146 s", () => {
  for (const name of ["tgi_request_duration", "tgi_batch_inference_duration"]) {
    const edges = listBucketEdges(families, name);
    expect(edges).toHaveLength(35);
    expect(edges[0]).toBeCloseTo(0.00015, 12);
    expect(edges[34]).toBeCloseTo(145.6, 0);
    expect(edges[20]! / edges[19]!).toBeCloseTo(1.5, 9);
  }
});

test("lengths have a hundred equal steps, batch sizes one edge per size up to 1024", () => {
  const generated = listBucketEdges(families, "tgi_request_generated_tokens");
  expect([generated.length, generated[0], generated[99]]).toEqual([100, 327.68, 32768]);
  const input = listBucketEdges(families, "tgi_request_input_length");
  expect([input.length, input[99]]).toEqual([100, 24576]);
  expect(listBucketEdges(families, "tgi_batch_next_size")).toEqual(
    Array.from({ length: 1024 }, (_, index) => index + 1),
  );
});

test.each([
  ["tgi_request_count", {}, requests.length],
  ["tgi_request_success", {}, answeredCount],
  ["tgi_request_failure", { err: "dropped" }, 1],
  ["tgi_request_failure", { err: "validation" }, 1],
  ["tgi_request_duration_count", {}, answeredCount],
  ["tgi_request_generated_tokens_sum", {}, outputTokens(answered)],
  ["tgi_request_input_length_sum", {}, promptTokens(answered)],
  ["tgi_batch_inference_count", { method: "decode" }, steps.filter((step) => step.decodeTokens > 0).length],
  [
    "tgi_batch_inference_duration_count",
    { method: "prefill" },
    steps.filter((step) => step.prefillTokens > 0).length,
  ],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

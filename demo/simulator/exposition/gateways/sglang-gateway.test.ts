/** SGLang's model gateway: names stated independently of the implementation; first tokens as a summary. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, outputTokens, runRequests, promptTokens } from "@/tests/support/traces/run-requests";
import { sglangGateway } from "./sglang-gateway";

const { families, answered, requests } = runRequests([sglangGateway]);
const own = "backend_type,endpoint,model,router_type";
const wired = "backend_type,connection_mode,endpoint,model,router_type";

test("exposes the families, types and labels", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      `smg_router_ttft_seconds summary ${own}`,
      `smg_router_tpot_seconds summary ${own}`,
      `smg_router_request_duration_seconds histogram ${wired}`,
      `smg_router_requests_total counter ${wired},streaming`,
      "smg_router_request_errors_total counter backend_type,connection_mode,endpoint,error_type,model,router_type",
      "smg_router_tokens_total counter backend_type,endpoint,model,router_type,token_type",
    ].toSorted(),
  );
  expect(listBucketEdges(families, "smg_router_request_duration_seconds").join(" ")).toBe(
    "0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 15 30 45 60 90 120 180 240",
  );
});

test.each([
  ["smg_router_requests_total", {}, requests.length],
  ["smg_router_request_errors_total", {}, 2],
  ["smg_router_ttft_seconds_count", {}, answeredCount + 1],
  ["smg_router_tpot_seconds_count", {}, answeredCount - 1],
  ["smg_router_request_duration_seconds_count", {}, answeredCount],
  ["smg_router_tokens_total", { token_type: "input" }, promptTokens(answered)],
  ["smg_router_tokens_total", { token_type: "output" }, outputTokens(answered)],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

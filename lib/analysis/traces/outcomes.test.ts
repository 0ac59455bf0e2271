import { expect, test } from "vitest";
import type { AttributeValue } from "@/lib/model/traces/trace";
import { findRequestOutcome, findSpanOutcome } from "./outcomes";

const span = (
  attributes: Readonly<Record<string, AttributeValue>> = {},
  isError = false,
  statusMessage = "",
) => ({
  attributes,
  isError,
  statusMessage,
});

test.each([
  ["HTTP 499", span({ "http.response.status_code": 499 }), "abort"],
  [
    "HTTP 499 of an older convention, with the status error",
    span({ "http.status_code": "499" }, true),
    "abort",
  ],
  ["gRPC CANCELLED", span({ "rpc.grpc.status_code": 1 }, true), "abort"],
  ["a cancelled task", span({ "error.type": "asyncio.CancelledError" }, true), "abort"],
  ["a cancelled context", span({}, true, "context canceled"), "abort"],
  ["the finish reason abort", span({ "gen_ai.response.finish_reasons": ["abort"] }), "abort"],
  ["HTTP 500", span({ "http.response.status_code": 500 }, true), "error"],
  ["a refusal", span({ "http.response.status_code": 429 }, true), "error"],
  ["a timeout", span({ "error.type": "timeout" }, true, "deadline exceeded"), "error"],
  ["HTTP 200", span({ "http.response.status_code": 200 }), "success"],
  ["a client error without the status error", span({ "http.response.status_code": 404 }), "success"],
  ["a finished response", span({ "gen_ai.response.finish_reasons": ["stop"] }), "success"],
] as const)("%s is the outcome %#", (_name, root, outcome) => {
  expect(findRequestOutcome(root, [root])).toBe(outcome);
});

test("the engine's finish reason shows an abort that the gateway's status does not", () => {
  const engine = span({ "gen_ai.response.finish_reasons": ["abort"] });
  expect(findRequestOutcome(span({ "http.response.status_code": 200 }), [engine])).toBe("abort");
});

test("a cancelled call inside a successful request is not an aborted request", () => {
  const hedged = span({ "rpc.grpc.status_code": 1 }, true);
  expect(findRequestOutcome(span(), [hedged])).toBe("success");
  expect(findSpanOutcome(hedged, "success")).toBe("abort");
});

test("errors inside an aborted request are due to the abort, except server errors", () => {
  expect(findSpanOutcome(span({}, true), "abort")).toBe("abort");
  expect(findSpanOutcome(span({}, true), "error")).toBe("error");
  expect(findSpanOutcome(span({ "http.status_code": 503 }, true), "abort")).toBe("error");
  expect(findSpanOutcome(span(), "abort")).toBe("success");
});

import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { createTraceView } from "@/tests/support/traces/trace-view";
import { findSpans, findNextMatch } from "./find-spans";

const { spans } = createTraceView(
  drawnTrace([
    drawnSpan({ id: "00aa", at: [0, 100], operation: "POST /chat", service: "Gateway" }),
    drawnSpan({ id: "00ab", parent: "00aa", at: [0, 50], operation: "tokenize", service: "engine" }),
    drawnSpan({ id: "00cd", parent: "00aa", at: [50, 100], operation: "prefill", service: "engine" }),
  ]),
);
const nothingRead = new Map<number, string>();

test.each([
  ["", []],
  ["  ", []],
  ["TOKEN", [1]],
  ["gateway", [0]],
  ["engine", [1, 2]],
  ["00a", [0, 1]],
  ["cd", [2]],
  ["nowhere", []],
])("finds %s in operations, services and IDs", (text, rows) => {
  expect(findSpans(spans, text, nothingRead)).toEqual(rows);
});

test("finds attributes of loaded spans", () => {
  expect(findSpans(spans, "llama", nothingRead)).toEqual([]);
  expect(findSpans(spans, "llama", new Map([[2, '{"model":"llama-70b"}']]))).toEqual([2]);
});

test("wraps around at both ends", () => {
  expect([findNextMatch([2, 5], 2, 1), findNextMatch([2, 5], 5, 1), findNextMatch([2, 5], 2, -1)]).toEqual([
    5, 2, 5,
  ]);
  expect(findNextMatch([], 2, 1)).toBe(-1);
});

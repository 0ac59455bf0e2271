import { expect, test } from "vitest";
import { createRequestTrace } from "@/tests/support/traces/analysed-requests";
import { matchesFilters } from "./trace-filters";

const trace = createRequestTrace({
  promptTokens: 4_100,
  instance: "i-0",
  attributes: { batch: 7, tenant: "northwind" },
  decodeMs: 500,
});
const isIn = (filters: Parameters<typeof matchesFilters>[2]) =>
  matchesFilters(trace, "chat-gateway", filters);

test("a number of any span is compared with the limit", () => {
  expect(isIn({ attributeRange: { name: "batch", above: 6 } })).toBe(true);
  expect(isIn({ attributeRange: { name: "batch", above: 7 } })).toBe(false);
  expect(isIn({ attributeRange: { name: "batch", upTo: 7 } })).toBe(true);
  expect(isIn({ attributeRange: { name: "tenant", above: 0 } })).toBe(false);
});

test("lengths have fixed names for all attributes that report them", () => {
  expect(isIn({ attributeRange: { name: "prompt tokens", above: 4_000 } })).toBe(true);
  expect(isIn({ attributeRange: { name: "prompt tokens", upTo: 4_000 } })).toBe(false);
  expect(isIn({ attributeTexts: { "prompt tokens": "4100" } })).toBe(true);
  expect(isIn({ attributeTexts: { "output tokens": "4100" } })).toBe(false);
});

test("drops a trace longer than the maximum, even if one span is shorter", () => {
  expect(isIn({ durationMaxMs: 100 })).toBe(false);
  expect(isIn({ durationMaxMs: 600 })).toBe(true);
});

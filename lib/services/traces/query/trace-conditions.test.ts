import { expect, test } from "vitest";
import { toTraceFilters } from "./trace-conditions";

test("returns no filters without conditions", () => {
  expect(toTraceFilters({})).toBeUndefined();
  expect(toTraceFilters({ minMs: 0 })).toEqual({ durationMinMs: 0 });
});

test("maps every condition to a filter", () => {
  expect(
    toTraceFilters({ operation: "POST", minMs: 5, maxMs: 9, errors: "true", attribute: "tenant=a=b" }),
  ).toEqual({
    operation: "POST",
    durationMinMs: 5,
    durationMaxMs: 9,
    hasErrorSpan: true,
    attributeTexts: { tenant: "a=b" },
  });
});

test("rejects contradictory durations with a message", () => {
  expect(() => toTraceFilters({ minMs: 10, maxMs: 9 })).toThrow(
    /minimum duration of 10 ms exceeds the maximum of 9 ms/,
  );
});

test("an attribute condition is equality, above, or at most", () => {
  expect(toTraceFilters({ attribute: "prompt tokens>4000" })).toEqual({
    attributeRange: { name: "prompt tokens", above: 4_000 },
  });
  expect(toTraceFilters({ attribute: "batch<=1.5" })).toEqual({
    attributeRange: { name: "batch", upTo: 1.5 },
  });
  expect(toTraceFilters({ attribute: "a=<=" })).toEqual({ attributeTexts: { a: "<=" } });
  expect(() => toTraceFilters({ attribute: "batch>many" })).toThrow(/"many" is not a number/);
  expect(() => toTraceFilters({ attribute: "batch>" })).toThrow(/is not a number/);
});

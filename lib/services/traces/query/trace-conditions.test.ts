import { expect, test } from "vitest";
import { filtersOf } from "./trace-conditions";

test("returns no filters without conditions", () => {
  expect(filtersOf({})).toBeUndefined();
  expect(filtersOf({ minMs: 0 })).toEqual({ durationMinMs: 0 });
});

test("maps every condition to a filter", () => {
  expect(
    filtersOf({ operation: "POST", minMs: 5, maxMs: 9, errors: "true", attribute: "tenant=a=b" }),
  ).toEqual({
    operation: "POST",
    durationMinMs: 5,
    durationMaxMs: 9,
    isError: true,
    attributes: { tenant: "a=b" },
  });
});

test("rejects contradictory durations with a message", () => {
  expect(() => filtersOf({ minMs: 10, maxMs: 9 })).toThrow(
    /minimum duration of 10 ms exceeds the maximum of 9 ms/,
  );
});

test("an attribute condition is equality, above, or at most", () => {
  expect(filtersOf({ attribute: "prompt tokens>4000" })).toEqual({
    range: { name: "prompt tokens", above: 4_000 },
  });
  expect(filtersOf({ attribute: "batch<=1.5" })).toEqual({ range: { name: "batch", upTo: 1.5 } });
  expect(filtersOf({ attribute: "a=<=" })).toEqual({ attributes: { a: "<=" } });
  expect(() => filtersOf({ attribute: "batch>many" })).toThrow(/"many" is not a number/);
  expect(() => filtersOf({ attribute: "batch>" })).toThrow(/is not a number/);
});

import { expect, test } from "vitest";
import { firstSampleText } from "./first-sample";

const atMs = Date.UTC(2026, 10, 19, 14);

test("a moment that is nearly known is told as one, another by what it lies between", () => {
  expect(firstSampleText({ atMs, withinMs: 300_000 }, "UTC")).toBe(
    "The first sample after it is from about Thu 19 Nov, 14:00 UTC.",
  );
  expect(firstSampleText({ atMs, withinMs: 3_600_000 }, "UTC")).toBe(
    "The first sample after it is from some time between Thu 19 Nov, 14:00 and Thu 19 Nov, 15:00 UTC.",
  );
});

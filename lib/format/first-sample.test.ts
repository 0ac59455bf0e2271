import { expect, test } from "vitest";
import { firstSampleText } from "./first-sample";

const atMs = Date.UTC(2026, 10, 19, 14);

test("names one time when it is known precisely, otherwise the range", () => {
  expect(firstSampleText({ atMs, withinMs: 300_000 }, "UTC")).toBe(
    "The first sample after the window is from about Thu 19 Nov, 14:00 UTC.",
  );
  expect(firstSampleText({ atMs, withinMs: 3_600_000 }, "UTC")).toBe(
    "The first sample after the window is from some time between Thu 19 Nov, 14:00 and Thu 19 Nov, 15:00 UTC.",
  );
});

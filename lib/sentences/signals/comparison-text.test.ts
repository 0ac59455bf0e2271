import { expect, test } from "vitest";
import { computeMargin } from "@/lib/analysis/statistics/verdict/margin";
import { defaultMarginText, loadDiffersText, marginText, tooNoisyText } from "./comparison-text";

const estimated = computeMargin({ windowCount: 8, standardDeviationRatio: 0.03 });

test("marks the default margin, and only that", () => {
  expect(marginText(computeMargin(undefined))).toBe("10\u202f% (default margin)");
  expect(defaultMarginText(computeMargin(undefined))).toBe(" (default margin 10\u202f%)");
  expect(marginText(estimated)).toBe("6\u202f%");
  expect(defaultMarginText(estimated)).toBe("");
});

test("names every measure of load that differs", () => {
  expect(
    loadDiffersText([
      { measure: "requestsPerInstance", ratio: 2 },
      { measure: "promptTokens", ratio: 0.5 },
    ]),
  ).toBe(
    "the request rate was 2.00 times the earlier rate and the mean prompt was 0.500 times as long, " +
      "and windows are compared at equal load only",
  );
});

test("reports how much windows vary", () => {
  const end = "(two standard deviations) between earlier windows of this length, too much for a verdict";
  expect(tooNoisyText(0.31)).toBe(`the value differs by 31\u202f% ${end}`);
  expect(tooNoisyText(5.66, "mean TTFT")).toBe(`mean TTFT differs by more than 100\u202f% ${end}`);
});

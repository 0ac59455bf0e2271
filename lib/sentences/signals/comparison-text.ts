/** Parts of the sentence that compares a signal in two windows: margin, different load, and noise. */
import type { LoadDifference, LoadMeasure } from "@/lib/analysis/statistics/verdict/load";
import type { Margin } from "@/lib/analysis/statistics/verdict/margin";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";

/**
 * Formats the largest difference of values that count as the same: "5 %", or "10 % (default margin)" if the
 * variation between windows is unknown.
 */
export function marginText({ ratio, basis }: Margin): string {
  return basis.kind === "default" ? `${percentText(ratio)} (default margin)` : percentText(ratio);
}

/** Returns " (default margin 10 %)" for a margin that was not estimated from windows, otherwise "". */
export function defaultMarginText({ ratio, basis }: Margin): string {
  return basis.kind === "default" ? ` (default margin ${percentText(ratio)})` : "";
}

interface LoadTextOptions {
  /** True if the request rate was compared per ready instance. */
  readonly isPerInstance: boolean;
  /** Name of the side with which the load is compared; absent if the load is compared with an earlier window. */
  readonly reference?: string;
}

type MeasureText = (times: string, options: LoadTextOptions) => string;

const measureTexts: { readonly [Measure in LoadMeasure]: MeasureText } = {
  requestsPerInstance: (times, { isPerInstance, reference }) =>
    `the request rate${isPerInstance ? " per instance" : ""} was ${times} times ${reference === undefined ? "the earlier rate" : `that of ${reference}`}`,
  promptTokens: (times) => `the mean prompt was ${times} times as long`,
  outputTokens: (times) => `the mean output was ${times} times as long`,
  fixedConcurrency: (times, { reference }) =>
    `the concurrency was ${times} times ${reference === undefined ? "the earlier one" : `that of ${reference}`}`,
};

/**
 * Returns a text that the load differs, with the largest differences: "the request rate was 2.00 times the earlier
 * rate, and windows are compared at equal load only".
 */
export function loadDiffersText(
  differences: readonly LoadDifference[],
  options: LoadTextOptions = { isPerInstance: false },
): string {
  const parts = differences.map(({ measure, ratio }) => measureTexts[measure](formatNumber(ratio), options));
  return `${parts.join(" and ")}, and windows are compared at equal load only`;
}

/**
 * Returns a text that a value varies too much between windows for a verdict: "mean TTFT differs by 31 % (two standard
 * deviations) between earlier windows of this length, too much for a verdict". `variationRatio` is two standard
 * deviations ÷ mean. Outliers can make it larger than 1. The text then contains only "more than 100 %".
 */
export function tooNoisyText(variationRatio: number, name = "the value"): string {
  const size = variationRatio > 1 ? `more than ${percentText(1)}` : percentText(variationRatio);
  return `${name} differs by ${size} (two standard deviations) between earlier windows of this length, too much for a verdict`;
}

/** Returns a percentage with at most two significant digits below 10 %, such as "5 %", "5.2 %" or "12 %". */
export function percentText(ratio: number): string {
  const percent = ratio * 100;
  return `${percent < 10 ? Number(percent.toPrecision(2)) : formatCount(percent)}${thinSpace}%`;
}

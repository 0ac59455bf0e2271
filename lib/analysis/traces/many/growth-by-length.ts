/**
 * Growth of request time with prompt and output length: a regression line, and medians in bins of doubling width. If
 * the line explains little, or the medians deviate from it, length is not the cause.
 */
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import { minSlopePoints, fitSlope, type FittedSlope } from "@/lib/analysis/statistics/series/slope";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

/** Time of a request whose growth with the number of tokens is estimated. */
export type GrowthMeasure = "ttft" | "prefill" | "decode" | "duration";
/** Number of tokens, of the prompt or the output, with which a time grows. */
export type LengthKind = "prompt" | "output";

/** Requests within one range of token counts. */
export interface LengthBin {
  /** Token range: `fromTokens` inclusive, `toTokens` exclusive. */
  readonly fromTokens: number;
  readonly toTokens: number;
  readonly n: number;
  readonly medianNs: number;
}

/** How one time of the requests grows with the length of their prompt or output. */
export interface TimeGrowth {
  readonly measure: GrowthMeasure;
  readonly lengthKind: LengthKind;
  /** Number of traces that report both the time and the length. */
  readonly n: number;
  /** Regression line in nanoseconds per token. Null if no line can be fitted; `reason` then states why. */
  readonly line: FittedSlope | null;
  /** Reason why no line can be fitted; null with a line. */
  readonly reason: string | null;
  readonly bins: readonly LengthBin[];
}

const growthPairs: readonly (readonly [GrowthMeasure, LengthKind])[] = [
  ["ttft", "prompt"],
  ["prefill", "prompt"],
  ["decode", "output"],
  ["duration", "prompt"],
  ["duration", "output"],
];

/**
 * Estimates how the times of requests grow with prompt or output length, for each listed pair of time and length. For a
 * pair without a fitted line, the reason is returned.
 */
export function computeGrowthByLength(traces: readonly AnalysedTrace[]): readonly TimeGrowth[] {
  return growthPairs.map(([measure, lengthKind]) => {
    const points = traces.flatMap((trace) => {
      const tokens = lengthKind === "prompt" ? trace.promptTokens : trace.outputTokens;
      const ns = timeOf(trace, measure);
      return tokens === null || ns === null || tokens < 0 ? [] : [{ tokens, ns }];
    });
    const line = fitSlope(
      Float64Array.from(points, ({ tokens }) => tokens),
      Float64Array.from(points, ({ ns }) => ns),
    );
    const n = points.length;
    const reason =
      line !== null
        ? null
        : n < minSlopePoints
          ? `${n} ${n === 1 ? "trace reports" : "traces report"} both the time and the length, but a line needs ${minSlopePoints}`
          : "nearly all requests have the same length";
    return { measure, lengthKind, n, line, reason, bins: doublingBins(points) };
  });
}

/** Returns the time of a request for the measure. Null if the request does not have the phase. */
function timeOf(trace: AnalysedTrace, measure: GrowthMeasure): number | null {
  if (measure === "ttft") return trace.ttftNs;
  if (measure === "duration") return trace.durationNs;
  return trace.phaseNs[measure] > 0 ? trace.phaseNs[measure] : null;
}

function doublingBins(
  points: readonly { readonly tokens: number; readonly ns: number }[],
): readonly LengthBin[] {
  const byPower = new Map<number, number[]>();
  for (const { tokens, ns } of points) {
    const power = tokens < 1 ? -1 : Math.floor(Math.log2(tokens));
    const durations = byPower.get(power);
    if (durations === undefined) byPower.set(power, [ns]);
    else durations.push(ns);
  }
  return [...byPower]
    .toSorted(([a], [b]) => a - b)
    .map(([power, values]) => {
      const sorted = Float64Array.from(values).sort();
      return {
        fromTokens: power < 0 ? 0 : 2 ** power,
        toTokens: 2 ** (power + 1),
        n: values.length,
        medianNs: observedQuantile(sorted, 0.5) ?? sorted[0] ?? 0,
      };
    });
}

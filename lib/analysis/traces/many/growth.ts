/**
 * How requests grow with the length of prompt and answer: the line through them, and the median in bins that double. A line that
 * explains little, or medians that bend away from it, say that length is not the reason.
 */
import { observedQuantile } from "@/lib/analysis/statistics/observed-quantile";
import { leastPoints, slopeOf, type Slope } from "@/lib/analysis/statistics/slope";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

export type Grower = "ttft" | "prefill" | "decode" | "duration";
export type Length = "prompt" | "output";

export interface LengthBin {
  /** Tokens from `from` up to, not with, `to`. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly medianNs: number;
}

export interface Growth {
  readonly of: Grower;
  readonly by: Length;
  /** Traces that tell both. */
  readonly n: number;
  /** Nanoseconds per token; null with a reason where no line can be drawn. */
  readonly line: Slope | null;
  readonly reason: string | null;
  readonly bins: readonly LengthBin[];
}

const asked: readonly (readonly [Grower, Length])[] = [
  ["ttft", "prompt"],
  ["prefill", "prompt"],
  ["decode", "output"],
  ["duration", "prompt"],
  ["duration", "output"],
];

export function growth(traces: readonly AnalysedTrace[]): readonly Growth[] {
  return asked.map(([of, by]) => {
    const points = traces.flatMap((trace) => {
      const tokens = by === "prompt" ? trace.promptTokens : trace.outputTokens;
      const ns = timeOf(trace, of);
      return tokens === null || ns === null || tokens < 0 ? [] : [{ tokens, ns }];
    });
    const line = slopeOf(
      Float64Array.from(points, ({ tokens }) => tokens),
      Float64Array.from(points, ({ ns }) => ns),
    );
    const n = points.length;
    const reason =
      line !== null
        ? null
        : n < leastPoints
          ? `${n} traces tell both; a line needs ${leastPoints}`
          : "nearly all are of one length";
    return { of, by, n, line, reason, bins: doublingBins(points) };
  });
}

/** A request without that phase tells nothing of its growth. */
function timeOf(trace: AnalysedTrace, of: Grower): number | null {
  if (of === "ttft") return trace.ttftNs;
  if (of === "duration") return trace.durationNs;
  return trace.phaseNs[of] > 0 ? trace.phaseNs[of] : null;
}

function doublingBins(
  points: readonly { readonly tokens: number; readonly ns: number }[],
): readonly LengthBin[] {
  const byPower = new Map<number, number[]>();
  for (const { tokens, ns } of points) {
    const power = tokens < 1 ? -1 : Math.floor(Math.log2(tokens));
    const own = byPower.get(power);
    if (own === undefined) byPower.set(power, [ns]);
    else own.push(ns);
  }
  return [...byPower]
    .toSorted(([a], [b]) => a - b)
    .map(([power, values]) => {
      const sorted = Float64Array.from(values).sort();
      return {
        from: power < 0 ? 0 : 2 ** power,
        to: 2 ** (power + 1),
        n: values.length,
        medianNs: observedQuantile(sorted, 0.5) ?? sorted[0] ?? 0,
      };
    });
}

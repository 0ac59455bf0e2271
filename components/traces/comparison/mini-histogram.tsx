import type { TraceComparisonResponse, TraceDifference } from "@/lib/contracts/traces/trace-comparison";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { createPercentScale, ticksBetween } from "./scale";

interface MiniHistogramProps {
  readonly bins: TraceDifference["histogram"];
  readonly answer: TraceComparisonResponse;
}

const height = 40;

/** Draws the durations of both groups as stacked bars, with a line at the threshold for slow requests. */
export function MiniHistogram({ bins, answer }: MiniHistogramProps) {
  const { slowThreshold, a, b } = answer;
  const width = bins[0]?.toNs ?? 1;
  const maxCount = Math.max(...bins.map((bin) => bin.countA + bin.countB), 1);
  const end = width * bins.length;
  const { toPercent } = createPercentScale([end], 4, 0);
  const last = bins.at(-1);
  const overflowCount = last !== undefined && last.toNs === null ? last.countA + last.countB : 0;
  const thresholdName =
    slowThreshold === null
      ? ""
      : slowThreshold.basis === "quantile"
        ? `${formatWithUnit(slowThreshold.quantile, "ratio", "%")} of requests take less than ${formatNanoseconds(slowThreshold.durationNs)}`
        : `Slow requests take more than ${formatNanoseconds(slowThreshold.durationNs)}`;
  return (
    <figure className="w-full max-w-80 text-2xs text-ink-3">
      <svg
        role="img"
        aria-label={`Number of requests by ${answer.time === "request" ? "duration" : "time to first token"}: ${a.name}, ${formatCount(a.n)}, and ${b.name}, ${formatCount(b.n)}, in bins of ${formatNanoseconds(width)}`}
        width="100%"
        height={height}
        className="block border-b border-rule-strong"
      >
        {bins.map((bin, index) => (
          <g key={bin.fromNs}>
            <Bar
              index={index}
              count={bins.length}
              n={bin.countB}
              below={0}
              maxCount={maxCount}
              fill="var(--rest)"
            />
            <Bar
              index={index}
              count={bins.length}
              n={bin.countA}
              below={bin.countB}
              maxCount={maxCount}
              fill="var(--ink)"
            />
          </g>
        ))}
        {slowThreshold !== null && slowThreshold.durationNs < end && (
          <line
            x1={`${toPercent(slowThreshold.durationNs)}%`}
            x2={`${toPercent(slowThreshold.durationNs)}%`}
            y1="0"
            y2={height}
            stroke="var(--ink)"
            strokeDasharray="3 2"
          />
        )}
      </svg>
      <div aria-hidden className="tnum relative h-4">
        {ticksBetween(0, end, 4)
          .filter((tick) => toPercent(tick) < 92)
          .map((tick) => (
            <span key={tick} className="absolute whitespace-nowrap" style={{ left: `${toPercent(tick)}%` }}>
              {tick === 0 ? "0" : formatNanoseconds(tick)}
            </span>
          ))}
      </div>
      <figcaption className="text-ink-2">
        {[
          thresholdName,
          overflowCount > 0 ? `the last bar includes ${countWithNoun(overflowCount, "longer request")}` : "",
        ]
          .filter((text) => text !== "")
          .join(", ")}
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly index: number;
  readonly count: number;
  readonly n: number;
  readonly below: number;
  readonly maxCount: number;
  readonly fill: string;
}

/** A bar is at least one pixel high, so that a single slow request is visible. */
function Bar({ index, count, n, below, maxCount, fill }: BarProps) {
  if (n === 0) return null;
  const barHeight = Math.max(1, (n / maxCount) * (height - 2));
  const base = height - (below === 0 ? 0 : Math.max(1, (below / maxCount) * (height - 2)));
  return (
    <rect
      x={`${(index / count) * 100}%`}
      width={`${(0.86 / count) * 100}%`}
      y={Math.max(0, base - barHeight)}
      height={barHeight}
      fill={fill}
    />
  );
}

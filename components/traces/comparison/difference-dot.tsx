import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import type { ComparedNumbers } from "@/lib/contracts/traces/trace-comparison";
import { cn } from "@/components/ui/cn";
import type { PercentScale } from "./scale";

interface DifferenceDotProps {
  readonly numbers: ComparedNumbers;
  readonly scale: PercentScale;
}

/**
 * Shows a difference and its interval. The dot is hollow if the interval contains 0. Without an interval the dot is
 * pale.
 */
export function DifferenceDot({ numbers, scale }: DifferenceDotProps) {
  const { difference, interval } = numbers;
  const isClear = isSignificant(numbers);
  const colour = isClear ? "var(--ink)" : "var(--ink-3)";
  const middle = 14;
  return (
    <svg aria-hidden width="100%" height={28} className="block">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1={`${scale.toPercent(tick)}%`}
          x2={`${scale.toPercent(tick)}%`}
          y1="0"
          y2="28"
          stroke={tick === 0 ? "var(--rule-strong)" : "var(--rule)"}
        />
      ))}
      {interval !== null && (
        <>
          <line
            x1={`${scale.toPercent(interval.lower)}%`}
            x2={`${scale.toPercent(interval.upper)}%`}
            y1={middle}
            y2={middle}
            stroke={colour}
            strokeWidth="1.25"
          />
          {[interval.lower, interval.upper].map((edge, index) => (
            <line
              key={index}
              x1={`${scale.toPercent(edge)}%`}
              x2={`${scale.toPercent(edge)}%`}
              y1={middle - 3.5}
              y2={middle + 3.5}
              stroke={colour}
              strokeWidth="1.25"
            />
          ))}
        </>
      )}
      <circle
        cx={`${scale.toPercent(difference)}%`}
        cy={middle}
        r="3.25"
        fill={isClear || interval === null ? colour : "var(--paper)"}
        stroke={colour}
        strokeWidth="1.25"
      />
    </svg>
  );
}

/** Shows the tick values of a scale above its column. */
export function ScaleHead({
  scale,
  format,
}: {
  readonly scale: PercentScale;
  readonly format: (value: number) => string;
}) {
  const zeroIndex = Math.max(0, scale.ticks.indexOf(0));
  return (
    <span aria-hidden className="tnum relative block h-4">
      {scale.ticks.map((tick, index) => (
        <span
          key={tick}
          className={cn(
            "absolute whitespace-nowrap",
            // A narrow column, as in an investigation, has no place for each label.
            (index - zeroIndex) % 2 !== 0 && "@max-[48rem]:hidden",
            // Keeps the last label within the column.
            scale.toPercent(tick) > 85 ? "-translate-x-3/4" : "-translate-x-1/2",
          )}
          style={{ left: `${scale.toPercent(tick)}%` }}
        >
          {format(tick)}
        </span>
      ))}
    </span>
  );
}

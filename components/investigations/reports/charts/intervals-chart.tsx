import { formatValue } from "@/lib/format/number";
import type { IntervalsFigure } from "@/lib/model/investigation/reports/report";
import { cn } from "@/components/ui/cn";
import {
  intervalsFrames,
  layOutIntervals,
  type DrawnInterval,
  type IntervalsFrame,
} from "./intervals-geometry";

interface IntervalsChartProps {
  readonly figure: IntervalsFigure;
  /** Text alternative of the chart, for screen readers. */
  readonly label: string;
}

/**
 * Draws each value as a dot, its interval as a line, and the limit as a dashed line. Needs no JavaScript in
 * the browser.
 */
export function IntervalsChart(props: IntervalsChartProps) {
  return (
    <>
      <Drawing {...props} frame={intervalsFrames.wide} className="hidden max-w-[720px] sm:block" />
      <Drawing {...props} frame={intervalsFrames.narrow} className="sm:hidden" />
    </>
  );
}

interface DrawingProps extends IntervalsChartProps {
  readonly frame: IntervalsFrame;
  readonly className: string;
}

function Drawing({ figure, label, frame, className }: DrawingProps) {
  const geometry = layOutIntervals(figure, frame);
  if (geometry === null) return null;
  const { height, bottom, rows, ticks, limit } = geometry;
  const { width, left, right, top } = frame;
  const { unit: unitName } = formatValue(0, figure.unit, figure.displayUnit);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={cn("w-full", className)}>
      <g fontSize="11" fill="var(--ink-2)">
        {ticks.map(({ position, text }, index) => (
          <g key={text}>
            <path d={`M${position} ${top}V${bottom}`} stroke="var(--rule)" strokeWidth="1" />
            <text x={position} y={bottom + 14} textAnchor={index === ticks.length - 1 ? "end" : "middle"}>
              {index === ticks.length - 1 ? `${text} ${unitName}` : text}
            </text>
          </g>
        ))}
        <path d={`M${left} ${bottom}H${right}`} stroke="var(--rule-strong)" strokeWidth="1" />
        {limit !== null && (
          <>
            <path
              d={`M${limit.x} ${top}V${bottom}`}
              stroke="var(--ink)"
              strokeDasharray="4 3"
              strokeWidth="1.4"
            />
            <text x={limit.x} y={bottom + 28} textAnchor={limit.x > (left + right) / 2 ? "end" : "start"}>
              {limit.name} (dashed)
            </text>
          </>
        )}
      </g>
      {rows.map((row) => (
        <Interval key={row.name} row={row} frame={frame} />
      ))}
    </svg>
  );
}

/** Long names are shortened in the drawing. The table below the chart has the complete names. */
const maxNameLength = 30;

function Interval({
  row: { name, x, y, fromX, toX, isOpenBelow, isOpenAbove },
  frame: { left, hasNamesAbove },
}: {
  readonly row: DrawnInterval;
  readonly frame: IntervalsFrame;
}) {
  const drawnName = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
  return (
    <g stroke="var(--ink)" strokeWidth="1.6" fill="none">
      <text
        x={hasNamesAbove ? left : left - 10}
        y={hasNamesAbove ? y - 10 : y + 4}
        textAnchor={hasNamesAbove ? "start" : "end"}
        fontSize="12"
        fill="var(--ink)"
        stroke="none"
      >
        {drawnName}
      </text>
      <path d={`M${fromX} ${y}H${toX}`} />
      <path
        d={
          isOpenBelow
            ? `M${fromX + 5} ${y - 4}L${fromX} ${y}L${fromX + 5} ${y + 4}`
            : `M${fromX} ${y - 5}V${y + 5}`
        }
      />
      <path
        d={isOpenAbove ? `M${toX - 5} ${y - 4}L${toX} ${y}L${toX - 5} ${y + 4}` : `M${toX} ${y - 5}V${y + 5}`}
      />
      <circle cx={x} cy={y} r="4" fill="var(--ink)" stroke="none" />
    </g>
  );
}

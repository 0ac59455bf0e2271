import { formatValue } from "@/lib/format/number";
import type { IntervalsFigure } from "@/lib/model/investigation/reports/report";
import { intervalsFrame, layOutIntervals, type DrawnInterval } from "./intervals-geometry";

interface IntervalsChartProps {
  readonly figure: IntervalsFigure;
  /** Text alternative. */
  readonly label: string;
}

/** Values with their intervals without scripts: a dot per value, a line per interval, a dashed line for the limit. */
export function IntervalsChart({ figure, label }: IntervalsChartProps) {
  const geometry = layOutIntervals(figure);
  if (geometry === null) return null;
  const { height, bottom, rows, ticks, limit } = geometry;
  const { width, left, right, top } = intervalsFrame;
  const { unit: unitName } = formatValue(0, figure.unit, figure.displayUnit);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full max-w-[720px]">
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
        <Interval key={row.name} row={row} />
      ))}
    </svg>
  );
}

/** Long names are shortened in the drawing. The table below the chart has the complete names. */
const maxNameLength = 30;

function Interval({
  row: { name, x, y, fromX, toX, isOpenBelow, isOpenAbove },
}: {
  readonly row: DrawnInterval;
}) {
  const drawnName = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
  return (
    <g stroke="var(--ink)" strokeWidth="1.6" fill="none">
      <text
        x={intervalsFrame.left - 10}
        y={y + 4}
        textAnchor="end"
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

"use client";

import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from "recharts";
import { tickText } from "@/components/charts/prepare/axes";
import { scaleScatterAxis, type ScatterScale } from "@/components/charts/prepare/scatter-axis";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { createTimeMark, GroupLegend, renderGroupMark, TimeLegend } from "./scatter-marks";

/** Values of two signals at one time. */
export interface ScatterPoint {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
  /** Group of the point. Absent if the points form one group. */
  readonly group?: 1 | 2;
}

/** Name, unit and format of one axis of the scatter chart. */
export interface ScatterAxis {
  readonly name: string;
  readonly unit: string;
  readonly format: (value: number) => string;
}

interface TimeScatterProps {
  /** Summary of the chart as a sentence for screen readers. */
  readonly summary: string;
  /** Points of the chart, oldest first. */
  readonly points: readonly ScatterPoint[];
  readonly x: ScatterAxis;
  readonly y: ScatterAxis;
  readonly height: number;
  /** Names of two groups of points. Null if the points form one group. */
  readonly groupLabels: readonly [string, string] | null;
}

const tickStyle = { fontSize: 11, fill: "var(--ink-3)" } as const;
const axisTitleStyle = { fontSize: 12, fill: "var(--ink-2)" } as const;

/**
 * Scatter chart of two signals. The shade of a point shows its time: stronger contrast is later. If the points form two
 * groups, shape and colour show the group instead.
 */
export function TimeScatter({ summary, points, x, y, height, groupLabels }: TimeScatterProps) {
  const [scaleX, scaleY] = [
    scaleScatterAxis(points.map((point) => point.x)),
    scaleScatterAxis(points.map((point) => point.y)),
  ];
  const [firstMs, lastMs] = [points[0]?.timeMs ?? 0, points.at(-1)?.timeMs ?? 0];
  return (
    <figure aria-label={summary}>
      <ResponsiveContainer width="100%" height={height}>
        <ScatterChart margin={{ top: 12, right: 16, bottom: 20, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--rule)" />
          <XAxis
            dataKey="x"
            type="number"
            {...axisProps(scaleX)}
            tick={tickStyle}
            tickFormatter={tickText}
            tickLine={false}
            axisLine={{ stroke: "var(--rule-strong)" }}
            label={{
              value: axisTitle(x, scaleX),
              position: "insideBottom",
              offset: -12,
              style: axisTitleStyle,
            }}
          />
          <YAxis
            dataKey="y"
            type="number"
            {...axisProps(scaleY)}
            tick={tickStyle}
            tickFormatter={tickText}
            tickLine={false}
            axisLine={{ stroke: "var(--rule-strong)" }}
            width={56}
            label={{
              value: axisTitle(y, scaleY),
              angle: -90,
              position: "insideLeft",
              style: { ...axisTitleStyle, textAnchor: "middle" },
            }}
          />
          <Tooltip isAnimationActive={false} cursor={false} content={createTooltip(x, y)} />
          <Scatter
            data={[...points]}
            isAnimationActive={false}
            shape={groupLabels === null ? createTimeMark(firstMs, lastMs) : renderGroupMark}
          />
        </ScatterChart>
      </ResponsiveContainer>
      {groupLabels === null ? (
        <TimeLegend firstMs={firstMs} lastMs={lastMs} />
      ) : (
        <GroupLegend labels={groupLabels} />
      )}
    </figure>
  );
}

/** Recharts changes the arrays that it receives. */
function axisProps({ scale, domain, ticks }: ScatterScale) {
  return { scale, domain: [...domain], ticks: [...ticks] };
}

function axisTitle({ name, unit }: ScatterAxis, { scale }: ScatterScale): string {
  return `${name}, ${unit}${scale === "log" ? ", log scale" : ""}`;
}

interface TooltipInput {
  readonly payload?: readonly { readonly payload?: unknown }[];
}

function createTooltip(x: ScatterAxis, y: ScatterAxis) {
  return ({ payload }: TooltipInput) => {
    const point = payload?.[0]?.payload as ScatterPoint | undefined;
    return point === undefined ? null : <ScatterTooltip point={point} x={x} y={y} />;
  };
}

interface ScatterTooltipProps {
  readonly point: ScatterPoint;
  readonly x: ScatterAxis;
  readonly y: ScatterAxis;
}

function ScatterTooltip({ point, x, y }: ScatterTooltipProps) {
  const timeZone = useTimeZone();
  return (
    <dl className="tnum rounded bg-sheet px-2.5 py-2 text-xs shadow-overlay">
      <dt className="text-ink-3">
        {formatDateTime(point.timeMs, timeZone)}
        {point.group !== undefined && `, group ${point.group}`}
      </dt>
      {[
        [x.name, x.format(point.x)],
        [y.name, y.format(point.y)],
      ].map(([name, text]) => (
        <dd key={name} className="flex justify-between gap-4">
          <span className="text-ink-2">{name}</span> <span className="font-medium">{text}</span>
        </dd>
      ))}
    </dl>
  );
}

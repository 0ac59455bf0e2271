"use client";

import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from "recharts";
import { roundTicks, tickText } from "@/components/charts/prepare/axes";
import { getTimeShadeToken, timeShadeTokens } from "@/components/charts/prepare/time-shades";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

/** Values of two signals at one time. */
export interface ScatterPoint {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
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
}

const tickStyle = { fontSize: 11, fill: "var(--ink-3)" } as const;
const axisTitleStyle = { fontSize: 12, fill: "var(--ink-2)" } as const;

/** Scatter chart of two signals. The shade of a point shows its time: stronger contrast is later. */
export function TimeScatter({ summary, points, x, y, height }: TimeScatterProps) {
  const [firstMs, lastMs] = [points[0]?.timeMs ?? 0, points.at(-1)?.timeMs ?? 0];
  return (
    <figure aria-label={summary}>
      <ResponsiveContainer width="100%" height={height}>
        <ScatterChart margin={{ top: 12, right: 16, bottom: 20, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--rule)" />
          <XAxis
            dataKey="x"
            type="number"
            {...axisScale(points.map((point) => point.x))}
            tick={tickStyle}
            tickFormatter={tickText}
            tickLine={false}
            axisLine={{ stroke: "var(--rule-strong)" }}
            label={{
              value: `${x.name}, ${x.unit}`,
              position: "insideBottom",
              offset: -12,
              style: axisTitleStyle,
            }}
          />
          <YAxis
            dataKey="y"
            type="number"
            {...axisScale(points.map((point) => point.y))}
            tick={tickStyle}
            tickFormatter={tickText}
            tickLine={false}
            axisLine={{ stroke: "var(--rule-strong)" }}
            width={56}
            label={{
              value: `${y.name}, ${y.unit}`,
              angle: -90,
              position: "insideLeft",
              style: { ...axisTitleStyle, textAnchor: "middle" },
            }}
          />
          <Tooltip isAnimationActive={false} cursor={false} content={createTooltip(x, y)} />
          <Scatter data={[...points]} isAnimationActive={false} shape={createDot(firstMs, lastMs)} />
        </ScatterChart>
      </ResponsiveContainer>
      <TimeLegend firstMs={firstMs} lastMs={lastMs} />
    </figure>
  );
}

/** Returns round ticks that include all values. */
function axisScale(values: readonly number[]) {
  const [lowest, highest] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  if (!Number.isFinite(lowest)) return { domain: [0, 1] as const, ticks: [0, 1] };
  const ticks = roundTicks(lowest, highest);
  return { domain: [ticks[0] ?? lowest, ticks.at(-1) ?? highest] as const, ticks: [...ticks] };
}

interface ScatterDot {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: { readonly timeMs?: number } | undefined;
}

/** Functions instead of components, because Recharts calls them for each point. */
function createDot(firstMs: number, lastMs: number) {
  return ({ cx, cy, payload }: ScatterDot) => (
    <circle
      cx={cx}
      cy={cy}
      r={3.5}
      fill={`var(--${getTimeShadeToken(payload?.timeMs ?? 0, firstMs, lastMs)})`}
      stroke="var(--ink-3)"
      strokeWidth={0.5}
    />
  );
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
      <dt className="text-ink-3">{formatDateTime(point.timeMs, timeZone)}</dt>
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

function TimeLegend({ firstMs, lastMs }: { readonly firstMs: number; readonly lastMs: number }) {
  const timeZone = useTimeZone();
  return (
    <p className="flex items-center gap-2 pl-16 text-2xs text-ink-2">
      {formatDateTime(firstMs, timeZone)}
      <span aria-hidden className="flex">
        {timeShadeTokens.map((shade) => (
          <span key={shade} className="h-2 w-6" style={{ background: `var(--${shade})` }} />
        ))}
      </span>
      {formatDateTime(lastMs, timeZone)}
    </p>
  );
}

"use client";

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useChartMarkers } from "@/components/charts/frame/chart-markers";
import { markersSummary, markersWithin } from "@/components/charts/prepare/markers";
import { timeTickText } from "@/components/charts/prepare/axes";
import type { PreparedShares } from "@/components/charts/prepare/shares";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { markerElement, tooltipHeads, windowHatch } from "./shares-markers";

interface SharesChartProps {
  readonly name: string;
  readonly data: PreparedShares;
  readonly height: number;
}

const axisText = { fontSize: 11, fill: "var(--ink-3)" } as const;
const hatch = "shares-unexplained";

const unexplainedHatch = (
  <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="5" height="5" fill="var(--ph-unexplained)" />
    <path d="M0 0v5" stroke="var(--ink-3)" strokeWidth="1" />
  </pattern>
);

/** Stacked shares in phase colours; what nothing explains is hatched. */
export function SharesChart({ name, data, height }: SharesChartProps) {
  const timeZone = useTimeZone();
  const [first, last] = [data.points[0]?.timeMs ?? 0, data.points.at(-1)?.timeMs ?? 0];
  const { markers } = useChartMarkers();
  const shown = markersWithin(markers, { startMs: first, endMs: last });
  const reachMs = (data.points[1]?.timeMs ?? first) - first;
  const tick = (timeMs: number): string => timeTickText(timeMs / 1000, (last - first) / 1000, timeZone);
  return (
    <figure aria-label={`${name}: ${summaryOf(data)}. ${markersSummary(shown)}`.trimEnd()}>
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart
          data={[...data.points]}
          margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <defs>
            {unexplainedHatch}
            {windowHatch}
          </defs>
          <CartesianGrid vertical={false} stroke="var(--rule)" />
          <XAxis
            dataKey="timeMs"
            type="number"
            domain={["dataMin", "dataMax"]}
            tickFormatter={tick}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            minTickGap={60}
            height={20}
          />
          <YAxis
            domain={[0, 100]}
            ticks={[0, 50, 100]}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            width={44}
            tickFormatter={(value: number) => (value === 100 ? "100 %" : String(value))}
          />
          <Tooltip
            isAnimationActive={false}
            contentStyle={{
              background: "var(--sheet)",
              border: "none",
              borderRadius: 6,
              boxShadow: "var(--shadow-overlay)",
              fontSize: 12,
            }}
            labelFormatter={tooltipHeads(shown, { reachMs, timeZone })}
            formatter={(value) => `${Number(value).toFixed(1)} %`}
          />
          {data.rows.map((row) => (
            <Area
              key={row.key}
              dataKey={row.key}
              name={row.label}
              stackId="shares"
              stroke="var(--paper)"
              strokeWidth={1}
              fill={row.isUnexplained ? `url(#${hatch})` : `var(--${row.colour})`}
              fillOpacity={0.82}
              isAnimationActive={false}
              connectNulls={false}
            />
          ))}
          {shown.map((marker) => markerElement(marker, first, last))}
        </AreaChart>
      </ResponsiveContainer>
      <Legend rows={data.rows} />
    </figure>
  );
}

function summaryOf({ rows, points }: PreparedShares): string {
  const newest = points.findLast((point) => rows.some((row) => point[row.key] !== null));
  if (newest === undefined) return "no shares in this window";
  return rows.map((row) => `${row.label} ${(newest[row.key] ?? 0).toFixed(0)} %`).join(", ");
}

function Legend({ rows }: Pick<PreparedShares, "rows">) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 pl-11 text-2xs text-ink-2">
      {rows.map((row) => (
        <li key={row.key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-[2px]" style={{ background: `var(--${row.colour})` }} />
          {row.label}
        </li>
      ))}
    </ul>
  );
}

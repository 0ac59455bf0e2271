"use client";

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  XAxis,
  YAxis,
} from "recharts";
import { tickText } from "@/components/charts/prepare/axes";
import {
  computeLinePoints,
  type FittedLine,
  type FittedLinePoint,
  type FitPoint,
} from "@/components/charts/prepare/fitted-line";

interface FittedLineChartProps {
  /** Sentence that replaces the chart for screen readers. */
  readonly summary: string;
  readonly points: readonly FitPoint[];
  readonly line: FittedLine | null;
  /** Vertical lines with a name. */
  readonly referenceLines: readonly { readonly x: number; readonly name: string }[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly height: number;
}

// Functions instead of names: the compiler checks that the fields exist.
const getLineValue = ({ lineValue }: Partial<FittedLinePoint>) => lineValue;
const getBand = ({ confidenceBand }: Partial<FittedLinePoint>) => confidenceBand;

const axisText = { fontSize: 11, fill: "var(--ink-3)" } as const;
const axis = { type: "number", tickLine: false, tick: axisText, tickFormatter: tickText } as const;

/** Draws measured points and a fitted line with its confidence band. */
export function FittedLineChart({
  summary,
  points,
  line,
  referenceLines,
  xTitle,
  yTitle,
  height,
}: FittedLineChartProps) {
  return (
    <figure aria-label={summary}>
      <ResponsiveContainer width="100%" height={height}>
        <ComposedChart
          data={line === null ? [] : [...computeLinePoints(points, line)]}
          margin={{ top: 20, right: 16, bottom: 20, left: 8 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--rule)" />
          <XAxis
            dataKey="x"
            {...axis}
            domain={[0, "auto"]}
            axisLine={{ stroke: "var(--rule-strong)" }}
            label={{ value: xTitle, position: "insideBottom", offset: -12, style: axisText }}
          />
          <YAxis
            {...axis}
            domain={[0, "auto"]}
            width={56}
            axisLine={{ stroke: "var(--rule-strong)" }}
            label={{
              value: yTitle,
              angle: -90,
              position: "insideLeft",
              style: { ...axisText, textAnchor: "middle" },
            }}
          />
          <Area
            dataKey={getBand}
            stroke="none"
            fill="var(--range-strong)"
            isAnimationActive={false}
            activeDot={false}
          />
          <Line
            dataKey={getLineValue}
            stroke="var(--ink-2)"
            strokeWidth={1.25}
            dot={false}
            isAnimationActive={false}
            activeDot={false}
          />
          {referenceLines.map(({ x, name }) => (
            <ReferenceLine
              key={name}
              x={x}
              stroke="var(--ink-3)"
              strokeDasharray="4 3"
              ifOverflow="extendDomain"
              label={{ value: name, position: "top", style: axisText }}
            />
          ))}
          <Scatter data={[...points]} dataKey="y" fill="var(--ph-decode)" isAnimationActive={false} />
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}

import { ScatterChart, XAxis, YAxis } from "recharts";
import type { ReactNode } from "react";
import { measureXLabelPx, spaceAlongYAxisPx, chooseTicks } from "@/components/charts/prepare/roof/roof-ticks";
import {
  computeVisibleRanges,
  toX,
  toY,
  type PlotSize,
  type RoofView,
} from "@/components/charts/prepare/roof/roof-view";
import { formatTick } from "@/lib/format/tick";
import { createPositionProps } from "./movement";

/** Margins of the plot area in pixels, for axes and labels. */
export const plotMargins = { left: 56, right: 2, top: 4, bottom: 44 } as const;

interface RoofFrameProps {
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly xTitle: string;
  readonly yUnit: string;
  /** Id of the clip path of the plot area. */
  readonly clipId: string;
  readonly children: ReactNode;
}

interface Tick {
  readonly x?: number | string | undefined;
  readonly y?: number | string | undefined;
  readonly payload?: { readonly value?: unknown } | undefined;
}

const text = { fontSize: 11, fill: "var(--ink-3)" } as const;

/** Height of the unit at the top of the Y axis. */
const unitHeight = 20;

/** Distance by which labels of the Y axis begin left of the X axis. */
const beforeAxis = 14;

/** Returns whether the label of a tick fits within the ends of the axis. */
function fitsAxis(tick: number, view: RoofView, size: PlotSize): boolean {
  const [x, half] = [toX(view, tick), measureXLabelPx(formatTick(tick)) / 2 - 4];
  return x - half > -beforeAxis && x + half < size.width;
}

/** Functions, not components: Recharts calls them for each tick. */
const xTick = ({ x, y, payload }: Tick) => (
  <g {...createPositionProps(Number(x) - plotMargins.left, Number(y), "x")}>
    <text {...text} x={plotMargins.left} y={8} textAnchor="middle">
      {formatTick(Number(payload?.value))}
    </text>
  </g>
);
const yTick = ({ x, y, payload }: Tick) => (
  <g {...createPositionProps(Number(x), Number(y) - plotMargins.top, "y")}>
    <text {...text} y={plotMargins.top + 4} textAnchor="end">
      {formatTick(Number(payload?.value))}
    </text>
  </g>
);

/** Renders both logarithmic axes with Recharts and the children in the plot area. */
export function RoofFrame({ view, size, xTitle, yUnit, clipId, children }: RoofFrameProps) {
  const { x, y } = computeVisibleRanges(view, size);
  const axis = {
    type: "number",
    scale: "log",
    allowDataOverflow: true,
    tickLine: { stroke: "var(--rule-strong)" },
    axisLine: { stroke: "var(--rule-strong)" },
    interval: 0,
  } as const;
  return (
    <ScatterChart
      width={size.width + plotMargins.left + plotMargins.right}
      height={size.height + plotMargins.top + plotMargins.bottom}
      margin={{ top: plotMargins.top, right: plotMargins.right, bottom: 16, left: 0 }}
      accessibilityLayer={false}
      className="[&_.recharts-xAxis-tick-labels]:[clip-path:var(--clip-x)] [&_.recharts-yAxis-tick-labels]:[clip-path:var(--clip-y)]"
      style={{ "--clip-x": `url(#${clipId}x)`, "--clip-y": `url(#${clipId}y)` } as object}
    >
      <defs>
        <clipPath id={clipId}>
          <rect width={size.width} height={size.height} />
        </clipPath>
        <clipPath id={`${clipId}x`}>
          <rect x={plotMargins.left - 16} y={0} width={size.width + 18} height={2_000} />
        </clipPath>
        <clipPath id={`${clipId}y`}>
          <rect
            x={0}
            y={plotMargins.top + unitHeight / 2}
            width={plotMargins.left}
            height={size.height + 6 - unitHeight / 2}
          />
        </clipPath>
      </defs>
      <XAxis
        dataKey="x"
        {...axis}
        domain={[x.min, x.max]}
        ticks={chooseTicks({ ...view, range: x, measureLabelPx: measureXLabelPx }).filter((tick) =>
          fitsAxis(tick, view, size),
        )}
        height={plotMargins.bottom - 16}
        tick={xTick}
      />
      <YAxis
        dataKey="y"
        {...axis}
        domain={[y.min, y.max]}
        ticks={chooseTicks({ ...view, range: y, measureLabelPx: spaceAlongYAxisPx }).filter(
          (tick) => toY(view, size, tick) > unitHeight,
        )}
        width={plotMargins.left}
        tick={yTick}
      />
      <text {...text} x={plotMargins.left - 8} y={plotMargins.top + 10} textAnchor="end">
        {yUnit}
      </text>
      <text
        {...text}
        x={plotMargins.left + size.width}
        y={size.height + plotMargins.top + plotMargins.bottom - 8}
        textAnchor="end"
      >
        {xTitle}
      </text>
      <g transform={`translate(${plotMargins.left} ${plotMargins.top})`} clipPath={`url(#${clipId})`}>
        {children}
      </g>
    </ScatterChart>
  );
}

/**
 * The heatmap in uPlot. Axis, cursor and zoom are those of every time chart; the cells are painted on the background.
 */
import uPlot from "uplot";
import {
  bucketEdgeText,
  heatLevel,
  heatLevelCount,
  formatCellShare,
  type PreparedHeatmap,
} from "@/components/charts/prepare/heatmap";
import type { ChartTheme } from "@/components/charts/theme";
import { formatValue, thinSpace } from "@/lib/format/number";
import {
  axisFont,
  createCommonOptions,
  timeDragOptions,
  plotSpacingPx,
  createTimeAxis,
  type PlotSettings,
} from "@/components/charts/draw/plot-options";
import { drawMarkers } from "@/components/charts/draw/time/time-markers";

type Settings = PlotSettings<PreparedHeatmap>;

/** Minimum distance between two boundary labels on the axis, in pixels. */
const minEdgeGap = 16;

/** Converts the times of a heatmap to uPlot data with one empty line. The cells are painted separately. */
export function toHeatmapData({ timesSec }: PreparedHeatmap): uPlot.AlignedData {
  return [timesSec as number[], timesSec.map(() => null)];
}

/** Creates the uPlot chart of a heatmap inside `container`. The caller must destroy it. */
export function createHeatmapPlot(container: HTMLElement, settings: Settings): uPlot {
  const { getData, theme, syncKey } = settings;
  const { hooks, ...common } = createCommonOptions(settings);
  const options: uPlot.Options = {
    ...common,
    scales: { x: { time: true }, y: { range: () => [0, Math.max(1, getData().buckets.length)] } },
    series: [{}, { show: true, points: { show: false } }],
    axes: [createTimeAxis(settings), edgeAxis(settings)],
    cursor: {
      sync: { key: syncKey, scales: ["x", null] },
      y: true,
      points: { show: false },
      drag: timeDragOptions,
    },
    hooks: {
      ...hooks,
      drawClear: [(plot) => drawCells(plot, settings)],
      draw: [(plot) => drawMarkers(plot, settings), (plot) => drawLegend(plot, getData(), theme)],
    },
  };
  return new uPlot(options, toHeatmapData(getData()), container);
}

function edgeAxis({ getData, theme }: Settings): uPlot.Axis {
  return {
    stroke: theme.ink3,
    font: axisFont(theme),
    size: plotSpacingPx.left,
    gap: 6,
    grid: { show: false },
    ticks: { show: false },
    splits: (plot) => {
      const { buckets } = getData();
      const rowHeight = plot.bbox.height / devicePixelRatio / Math.max(1, buckets.length);
      const every = Math.max(1, Math.ceil(minEdgeGap / rowHeight));
      return Array.from({ length: buckets.length + 1 }, (_, index) => index).filter(
        (index) => index % every === 0,
      );
    },
    values: (_plot, splits) => splits.map((index) => bucketEdgeText(getData(), index)),
  };
}

/** The cell of a point extends back to the previous point. */
function drawCells(plot: uPlot, { getData, theme }: Settings): void {
  const data = getData();
  const { ctx, bbox } = plot;
  const colours = Array.from({ length: heatLevelCount + 1 }, (_, level) => theme.resolveColour(`i${level}`));
  const stepSec = data.stepMs / 1_000;
  const xs = data.timesSec.map((sec) => Math.round(plot.valToPos(sec, "x", true)));
  const firstX = Math.round(plot.valToPos((data.timesSec[0] ?? 0) - stepSec, "x", true));
  const ys = Array.from({ length: data.buckets.length + 1 }, (_, row) =>
    Math.round(plot.valToPos(row, "y", true)),
  );
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [row, { shares }] of data.buckets.entries()) {
    const [bottom = 0, top = 0] = [ys[row], ys[row + 1]];
    for (const [index, share] of shares.entries()) {
      const level = heatLevel(share, data.highestShare);
      if (level === 0) continue;
      const right = xs[index] ?? 0;
      const left = index === 0 ? firstX : (xs[index - 1] ?? right);
      ctx.fillStyle = colours[level] ?? theme.ink3;
      ctx.fillRect(left, top, Math.max(1, right - left), bottom - top);
    }
  }
  ctx.restore();
}

/** Draws the colour legend in the right gutter, where line charts have their names. */
function drawLegend(plot: uPlot, data: PreparedHeatmap, theme: ChartTheme): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const left = bbox.left + bbox.width + 10 * ratio;
  const size = 9 * ratio;
  ctx.save();
  for (let level = 1; level <= heatLevelCount; level += 1) {
    ctx.fillStyle = theme.resolveColour(`i${level}`);
    ctx.fillRect(left + (level - 1) * size, bbox.top, size, size);
  }
  ctx.fillStyle = theme.ink2;
  ctx.font = `400 ${11 * ratio}px ${theme.fontSans}`;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  ctx.fillText(`0–${formatCellShare(data.highestShare)}`, left, bbox.top + size + 4 * ratio);
  ctx.fillText("share of n per point", left, bbox.top + size + 18 * ratio);
  const { unit } = formatValue(0, data.unit, data.displayUnit);
  ctx.fillText(`bucket boundaries in${thinSpace}${unit}`, left, bbox.top + size + 32 * ratio);
  ctx.restore();
}

"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { HeatmapChart } from "@/components/charts/draw/heatmap/heatmap-chart";
import { heatmapView } from "./heatmap-view";
import type { Panel } from "@/components/signals/panels/panels";

interface HeatmapPanelProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly isStale: boolean;
  readonly plotHeight: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey?: string;
  readonly onZoom: (startMs: number, endMs: number) => void;
  readonly onClose: () => void;
}

/** Distribution behind a panel's percentiles, drawn from the same buckets. */
export function HeatmapPanel({
  panel,
  answer,
  isStale,
  plotHeight,
  syncKey = "signals",
  onZoom,
  onClose,
}: HeatmapPanelProps) {
  const view = useMemo(() => heatmapView(panel, answer), [panel, answer]);
  if (view === undefined) return <p className="py-4 text-ink-2">Loading the distribution</p>;
  if (view.kind === "none") return <p className="py-4 text-ink-2">{view.reason}</p>;
  return (
    <HeatmapChart
      name={panel.title}
      data={view.data}
      plotHeight={plotHeight}
      syncKey={syncKey}
      isDimmed={isStale}
      onZoom={onZoom}
      onPick={onClose}
    />
  );
}

"use client";

import type { KeyboardEvent, RefObject } from "react";
import { markersSummary, markersWithin, type Marker } from "@/components/charts/prepare/markers";
import { cn } from "@/components/ui/cn";
import { usePreservedFocus } from "./preserve-focus";
import { useClickAction, type ChartAction } from "./use-click-action";
import { KeyboardChartArea } from "./keyboard-chart-area";

interface PlotFrameProps {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly tooltip: RefObject<HTMLDivElement | null>;
  readonly height: number;
  /** Text of the chart for screen readers. */
  readonly label: string;
  readonly isDimmed: boolean;
  /** Runs on Enter, and on a click without a drag if there is no `onClick`. */
  readonly action: ChartAction | undefined;
  readonly onClick?: () => void;
  /** Handles all other keys. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Canvas of a chart with keyboard navigation, and the tooltip above it. */
export function PlotFrame({
  frame,
  tooltip,
  height,
  label,
  isDimmed,
  action,
  onClick,
  onKey,
}: PlotFrameProps) {
  const clickHandlers = useClickAction(onClick ?? action?.run);
  usePreservedFocus(frame);
  return (
    <div className="relative">
      <KeyboardChartArea
        ref={frame}
        label={label}
        height={height}
        className={cn("w-full [&_.u-select]:bg-selected", isDimmed && "opacity-45")}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) action?.run();
          else onKey(event);
        }}
        {...clickHandlers}
      />
      <div
        ref={tooltip}
        aria-live="polite"
        className="pointer-events-none absolute top-0 left-0 z-10 hidden w-max rounded bg-sheet px-2.5 py-2 text-xs shadow-overlay"
      />
    </div>
  );
}

/** Joins sentences about a chart and the events in its window into one label for screen readers. */
export function createPlotAriaLabel(
  timesSec: readonly number[],
  markers: readonly Marker[],
  {
    sentencesBeforeEvents,
    sentenceAfterEvents,
  }: { readonly sentencesBeforeEvents: readonly string[]; readonly sentenceAfterEvents: string },
): string {
  const range = { startMs: (timesSec[0] ?? 0) * 1_000, endMs: (timesSec.at(-1) ?? 0) * 1_000 };
  return [...sentencesBeforeEvents, markersSummary(markersWithin(markers, range)), sentenceAfterEvents]
    .filter((part) => part !== "")
    .join(" ");
}

"use client";

import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import type { SpanColumns, TraceView } from "@/lib/client/trace-view";
import { formatInstantNs, formatNanoseconds } from "@/lib/format/time";
import { readChartTheme } from "@/components/charts/theme";
import { drawMinimapPixels, readPhaseColours } from "./paint/paint-minimap";
import type { TimeControl } from "./use-time-view";
import { usePageTheme } from "@/components/shared/use-page-theme";
import { useWidth } from "@/components/ui/use-width";

const height = 36;

/** Shows an overview of the complete trace. The visible range can be moved and resized with pointer or keyboard. */
export function Minimap({ trace, time }: { readonly trace: TraceView; readonly time: TimeControl }) {
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(strip);
  const theme = usePageTheme();
  const { fullRange, view } = time;
  const { spans } = trace;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return;
    const painting = { spans, toNs: fullRange.toNs, width, theme };
    // The rows are painted first because they matter more.
    const frame = requestAnimationFrame(() => paintMinimap(element, painting));
    return () => cancelAnimationFrame(frame);
  }, [spans, fullRange.toNs, width, theme]);
  const shareOf = (ns: number): number => (ns - fullRange.fromNs) / (fullRange.toNs - fullRange.fromNs);
  return (
    <div ref={strip} className="relative w-full overflow-hidden border-b border-rule" style={{ height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Complete trace, ${formatNanoseconds(fullRange.toNs)}`}
        className="absolute inset-0 h-full w-full opacity-80"
      />
      {trace.firstTokenNs !== null && (
        <span
          aria-hidden
          className="absolute inset-y-0 border-l border-dashed border-ink-2"
          style={{ left: `${shareOf(trace.firstTokenNs) * 100}%` }}
        />
      )}
      <ViewHandle time={time} width={width} from={shareOf(view.fromNs)} to={shareOf(view.toNs)} />
    </div>
  );
}

interface MapPainting {
  readonly spans: SpanColumns;
  readonly toNs: number;
  readonly width: number;
  readonly theme: string;
}

function paintMinimap(canvas: HTMLCanvasElement, { spans, toNs, width, theme }: MapPainting): void {
  canvas.dataset["paintedIn"] = theme;
  const colours = readPhaseColours(readChartTheme(canvas));
  const context = canvas.getContext("2d");
  if (colours === null || context === null) return;
  [canvas.width, canvas.height] = [width, height];
  const pixels = drawMinimapPixels(spans, { fromNs: 0, toNs }, { width, height, colours });
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
}

interface ViewProps {
  readonly time: TimeControl;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

type Grip = "range" | "start" | "end";

function ViewHandle({ time, width, from, to }: ViewProps) {
  const { view, fullRange, show, handleKey, pan, zoom } = time;
  const stepNs = (view.toNs - view.fromNs) / 10;
  const grab = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || width === 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.closest<HTMLElement>("[role=slider]")?.focus();
    const [startX, perPx] = [event.clientX, (fullRange.toNs - fullRange.fromNs) / width];
    const drag = (move: globalThis.PointerEvent): void => {
      const by = (move.clientX - startX) * perPx;
      if (grip === "range") show({ fromNs: view.fromNs + by, toNs: view.toNs + by });
      else if (grip === "start")
        show({ fromNs: Math.min(view.fromNs + by, view.toNs - 10), toNs: view.toNs });
      else show({ fromNs: view.fromNs, toNs: Math.max(view.toNs + by, view.fromNs + 10) });
    };
    const drop = (): void => {
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isKnown =
      handleViewKey(event.key, { pan, zoom, show, view, fullRange }) || handleKey(event.key, event.shiftKey);
    if (isKnown) event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Visible time range"
      aria-valuemin={0}
      aria-valuemax={Math.round(fullRange.toNs)}
      aria-valuenow={Math.round(view.fromNs)}
      aria-valuetext={`from ${formatInstantNs(view.fromNs, stepNs)} to ${formatInstantNs(view.toNs, stepNs)}`}
      className="absolute inset-y-0 cursor-grab border border-accent bg-accent/10 active:cursor-grabbing"
      style={{ left: `${from * 100}%`, width: `max(6px, ${(to - from) * 100}%)` }}
      onKeyDown={onKeyDown}
      onPointerDown={grab("range")}
    >
      <Edge side="start" onGrab={grab("start")} />
      <Edge side="end" onGrab={grab("end")} />
    </div>
  );
}

/** Left and right arrows move the range, up and down arrows zoom, Home and End move to the ends. */
function handleViewKey(
  key: string,
  time: Pick<TimeControl, "pan" | "zoom" | "show" | "view" | "fullRange">,
): boolean {
  const { view, fullRange, pan, zoom, show } = time;
  const length = view.toNs - view.fromNs;
  if (key === "ArrowRight") pan(0.1);
  else if (key === "ArrowLeft") pan(-0.1);
  else if (key === "ArrowUp") zoom(0.8);
  else if (key === "ArrowDown") zoom(1.25);
  else if (key === "Home") show({ fromNs: fullRange.fromNs, toNs: fullRange.fromNs + length });
  else if (key === "End") show({ fromNs: fullRange.toNs - length, toNs: fullRange.toNs });
  else return false;
  return true;
}

function Edge({
  side,
  onGrab,
}: {
  readonly side: "start" | "end";
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
}) {
  return (
    <span
      aria-hidden
      className={`absolute top-1/2 h-3 w-1.5 -translate-y-1/2 cursor-ew-resize rounded-[2px] border border-accent bg-paper ${side === "start" ? "-left-[3px]" : "-right-[3px]"}`}
      onPointerDown={onGrab}
    />
  );
}

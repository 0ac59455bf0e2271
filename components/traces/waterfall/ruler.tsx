"use client";

import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import { formatInstantNs, formatNanoseconds } from "@/lib/format/time";
import { phaseIds } from "@/lib/model/phase";
import { cn } from "@/components/ui/cn";
import { phaseTitle, phaseToken } from "../phase-look";
import { takeBrush } from "./paint-kit";
import { waterfallColumns } from "./row-line";
import { scaleOf } from "./scale";
import { rulerTicks, type TimeView } from "./time-view";
import { usePageTheme } from "./use-page-theme";
import type { ColumnUnit } from "./words";

interface RulerProps {
  readonly trace: TraceView;
  readonly view: TimeView;
  readonly unit: ColumnUnit;
  readonly width: number;
  /** The cell over the bars; its width is theirs. */
  readonly cell: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** The heads of the columns, the times, and the request's phases as a ribbon; the map of the whole trace stands over the times. */
export function Ruler({ trace, view, unit, width, cell, children }: RulerProps) {
  return (
    <div className="overflow-hidden [scrollbar-gutter:stable]">
      <div className={cn(waterfallColumns, "items-end border-b border-rule-strong text-2xs text-ink-3")}>
        <span className="leading-6">Operation</span>
        <span className="hidden text-right leading-6 md:block">Total, {unit.name}</span>
        <span className="hidden pr-2 text-right leading-6 md:block">Self, {unit.name}</span>
        <div ref={cell} className="min-w-0">
          {children}
          <Times view={view} firstTokenNs={trace.firstTokenNs} width={width} />
          <Ribbon trace={trace} view={view} width={width} />
        </div>
      </div>
    </div>
  );
}

/** Room for a label and its neighbour. */
const labelPx = 72;

function Times({
  view,
  firstTokenNs,
  width,
}: {
  readonly view: TimeView;
  readonly firstTokenNs: number | null;
  readonly width: number;
}) {
  const scale = scaleOf(view, width);
  const tokenX = firstTokenNs === null ? null : scale.x(firstTokenNs);
  const isTokenSeen = tokenX !== null && tokenX >= 0 && tokenX <= width;
  const isFree = (x: number): boolean =>
    x < width - 40 && (!isTokenSeen || Math.abs(x - tokenX) > labelPx + (x < tokenX ? 64 : 0));
  const most = Math.max(2, Math.min(6, Math.floor(width / labelPx)));
  const stepNs = (view.toNs - view.fromNs) / most;
  return (
    <div className="tnum relative h-5">
      {rulerTicks(view, most).map((tick) => {
        const x = scale.x(tick);
        return isFree(x) ? (
          <span key={tick} className="absolute top-0.5 pl-1 whitespace-nowrap" style={{ left: x }}>
            {formatInstantNs(tick, stepNs)}
          </span>
        ) : null;
      })}
      {isTokenSeen && firstTokenNs !== null && (
        <span
          className="absolute top-0.5 pr-1 font-semibold whitespace-nowrap text-ink"
          style={tokenX > 140 ? { right: width - tokenX } : { left: tokenX + 4 }}
        >
          first token {formatNanoseconds(firstTokenNs)}
        </span>
      )}
      {firstTokenNs !== null && !isTokenSeen && (
        <span className="sr-only">First token at {formatNanoseconds(firstTokenNs)}</span>
      )}
    </div>
  );
}

const ribbonHeight = 8;

function Ribbon({
  trace,
  view,
  width,
}: {
  readonly trace: TraceView;
  readonly view: TimeView;
  readonly width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = usePageTheme();
  const { ribbon } = trace;
  useLayoutEffect(() => {
    const brush = takeBrush(canvas.current, { width, height: ribbonHeight, theme });
    if (brush === null) return;
    const scale = scaleOf(view, width);
    let fromNs = ribbon.fromNs;
    for (const [part, phaseIndex] of ribbon.phaseIndex.entries()) {
      const toNs = fromNs + (ribbon.ns[part] ?? 0);
      const [from, to] = [scale.x(fromNs), scale.x(toNs)];
      const phase = phaseIds[phaseIndex] ?? null;
      brush.context.fillStyle = phase === "unexplained" ? brush.hatch : brush.theme.colour(phaseToken(phase));
      const left = Math.max(0, from);
      if (to > 0 && left < width)
        brush.context.fillRect(left, 0, Math.max(0.5, Math.min(width, to) - left), ribbonHeight);
      fromNs = toNs;
    }
  }, [ribbon, view, width, theme]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={ribbonWords(trace)}
      title={ribbonWords(trace)}
      className="block"
      style={{ width, height: ribbonHeight }}
    />
  );
}

function ribbonWords({ request }: TraceView): string {
  if (request === null || request.phases.length === 0) return "The request's phases are not known";
  const told = request.phases.map(({ phase, ns }) => `${phaseTitle(phase)} ${formatNanoseconds(ns)}`);
  return `The request's phases: ${told.join(", ")}`;
}

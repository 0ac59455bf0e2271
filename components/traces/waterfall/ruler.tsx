"use client";

import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import { formatNanoseconds } from "@/lib/format/time";
import { phaseIds } from "@/lib/model/traces/phase";
import { cn } from "@/components/ui/cn";
import { phaseColourToken } from "../phase-style";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { usePageTheme } from "@/components/shared/use-page-theme";
import { createPaintContext } from "./paint/paint-kit";
import { waterfallColumns } from "./row-cells";
import { createTimeScale } from "./scale";
import { layOutRulerLabels } from "./ruler-labels";
import type { TimeView } from "./time-view";
import { useTextWidth } from "./use-text-width";
import type { ColumnUnit } from "./waterfall-text";

interface RulerProps {
  readonly trace: TraceView;
  readonly view: TimeView;
  readonly unit: ColumnUnit;
  readonly width: number;
  /** Header cell above the bars. It has the width of the bars. */
  readonly cell: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** Shows column heads, minimap, time labels, and the phases of the request as a ribbon. */
export function Ruler({ trace, view, unit, width, cell, children }: RulerProps) {
  const measure = useTextWidth(cell);
  return (
    <div className="overflow-hidden [scrollbar-gutter:stable]">
      <div className={cn(waterfallColumns, "items-end border-b border-rule-strong text-2xs text-ink-3")}>
        <span className="leading-6">Operation</span>
        <span className="hidden text-right leading-6 lg:block">Total, {unit.name}</span>
        <span className="hidden pr-2 text-right leading-6 lg:block">Self, {unit.name}</span>
        <div ref={cell} className="min-w-0">
          {children}
          <Times view={view} firstTokenNs={trace.firstTokenNs} width={width} measure={measure} />
          <Ribbon trace={trace} view={view} width={width} />
        </div>
      </div>
    </div>
  );
}

interface TimesProps {
  readonly view: TimeView;
  readonly firstTokenNs: number | null;
  readonly width: number;
  readonly measure: (text: string) => number;
}

/** Bold text is wider by this factor. */
const boldWidthFactor = 1.1;
/** Space around the label of the first token. */
const aroundPx = 8;

function Times({ view, firstTokenNs, width, measure }: TimesProps) {
  const tokenText = firstTokenNs === null ? "" : `first token ${formatNanoseconds(firstTokenNs)}`;
  const tokenX = firstTokenNs === null ? null : createTimeScale(view, width).toX(firstTokenNs);
  const isTokenVisible = width > 0 && tokenX !== null && tokenX >= 0 && tokenX <= width;
  const tokenTextPx = isTokenVisible ? boldWidthFactor * measure(tokenText) + aroundPx : 0;
  const isBefore = isTokenVisible && tokenX > tokenTextPx;
  const occupied = !isTokenVisible
    ? null
    : isBefore
      ? ([tokenX - tokenTextPx, tokenX + aroundPx] as const)
      : ([tokenX, tokenX + tokenTextPx] as const);
  return (
    <div className="tnum relative h-5">
      {width > 0 &&
        layOutRulerLabels(view, { width, measureText: measure, occupied }).map(({ timeNs, text, x }) => (
          <span key={timeNs} className="absolute top-0.5 pl-1 whitespace-nowrap" style={{ left: x }}>
            {text}
          </span>
        ))}
      {isTokenVisible && (
        <span
          className="absolute top-0.5 pr-1 font-semibold whitespace-nowrap text-ink"
          style={isBefore ? { right: width - tokenX } : { left: tokenX + 4 }}
        >
          {tokenText}
        </span>
      )}
      {firstTokenNs !== null && !isTokenVisible && (
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
    const brush = createPaintContext(canvas.current, { width, height: ribbonHeight, theme });
    if (brush === null) return;
    const scale = createTimeScale(view, width);
    let fromNs = ribbon.fromNs;
    for (const [part, phaseIndex] of ribbon.phaseIndex.entries()) {
      const toNs = fromNs + (ribbon.ns[part] ?? 0);
      const [from, to] = [scale.toX(fromNs), scale.toX(toNs)];
      const phase = phaseIds[phaseIndex] ?? null;
      brush.context.fillStyle =
        phase === "unexplained" ? brush.hatch : brush.theme.resolveColour(phaseColourToken(phase));
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
      aria-label={ribbonText(trace)}
      title={ribbonText(trace)}
      className="block"
      style={{ width, height: ribbonHeight }}
    />
  );
}

function ribbonText({ request }: TraceView): string {
  if (request === null || request.phases.length === 0) return "The phases of the request are unknown";
  const phaseTexts = request.phases.map(
    ({ phase, ns }) => `${lowerCasePhaseTitle(phase)} ${formatNanoseconds(ns)}`,
  );
  return `Phases of the request: ${phaseTexts.join(", ")}`;
}

"use client";

import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { FlameGraph } from "@/lib/analysis/profiles/flame-graph";
import type { FlameMatches } from "@/lib/analysis/profiles/flame-search";
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { KeyboardChartArea } from "@/components/charts/draw/keyboard-chart-area";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { findNeighbour, layoutFrames, type DrawnFrame } from "./frame-layout";
import { describeFrame, describeGraph } from "./frame-text";
import { useWidth } from "@/components/ui/use-width";

interface FlameDrawingProps {
  readonly graph: FlameGraph;
  /** Name of the piece of evidence, such as E1. */
  readonly name: string;
  /** Frames that the search matches. Null without a search. */
  readonly matches: FlameMatches | null;
}

const rowHeightPx = 18;
const maxFrames = 4_000;
const characterWidthPx = 6.2;

/** A flame graph whose root is at the top. A click or Enter enlarges a frame, Escape returns to its caller. */
export function FlameDrawing({ graph, name, matches }: FlameDrawingProps) {
  const area = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(area);
  const [enlarged, setEnlarged] = useState(0);
  const [selected, setSelected] = useState(0);
  const layout = layoutFrames(graph, { enlarged, minWidth: widthPx === 0 ? 1 : 1 / widthPx, maxFrames });
  const frame = graph.frames[selected];
  const enlarge = (index: number): void => {
    setSelected(index);
    setEnlarged(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextView(graph, { selected, enlarged }, event.key);
    if (next === null) return;
    event.preventDefault();
    setSelected(next.selected);
    setEnlarged(next.enlarged);
  };
  return (
    <div>
      <p className="text-ink-2">{describeGraph(graph)}</p>
      <KeyboardChartArea
        ref={area}
        label={`Flame graph of ${name}. Arrow keys select a frame, Enter enlarges it, Escape returns to its caller.`}
        height={layout.rowCount * rowHeightPx}
        className="my-1 w-full"
        onKeyDown={onKeyDown}
      >
        <svg aria-hidden width="100%" height={layout.rowCount * rowHeightPx} className="block">
          {layout.frames.map((drawn) => (
            <Frame
              key={drawn.index}
              drawn={drawn}
              text={graph.frames[drawn.index]?.name ?? ""}
              widthPx={widthPx}
              isMatch={matches?.isMatch[drawn.index] === true}
              isSelected={drawn.index === selected}
              onSelect={() => setSelected(drawn.index)}
              onEnlarge={() => enlarge(drawn.index)}
            />
          ))}
        </svg>
      </KeyboardChartArea>
      <p role="status" className="tnum min-h-4 wrap-anywhere">
        {frame !== undefined && describeFrame(graph, frame)}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        {layout.isReduced && "Narrow frames are not drawn. Enlarge their caller to see them."}
        {enlarged !== 0 && (
          <Button size="sm" className="print:hidden" onClick={() => enlarge(0)}>
            Show all samples
          </Button>
        )}
      </p>
    </div>
  );
}

interface FlameView {
  readonly selected: number;
  readonly enlarged: number;
}

/** Returns the view after a key was pressed. Null for other keys, which the page handles. */
function nextView(graph: FlameGraph, { selected, enlarged }: FlameView, key: string): FlameView | null {
  if (key === "Enter") return { selected, enlarged: selected };
  if (key === "Home") return { selected: 0, enlarged: 0 };
  if (key === "Escape" && enlarged !== 0) {
    const caller = graph.frames[enlarged]?.parent ?? 0;
    return { selected: caller, enlarged: caller };
  }
  if (!key.startsWith("Arrow")) return null;
  return { selected: findNeighbour(graph, selected, key) ?? selected, enlarged };
}

/**
 * A browser also reports a move when a frame scrolls below a pointer that rests. That must not change the selection of a
 * person who uses the keyboard.
 */
function isMotion({ movementX, movementY }: PointerEvent): boolean {
  return movementX !== 0 || movementY !== 0;
}

interface FrameProps {
  readonly drawn: DrawnFrame;
  readonly text: string;
  readonly widthPx: number;
  readonly isMatch: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onEnlarge: () => void;
}

function Frame({ drawn, text, widthPx, isMatch, isSelected, onSelect, onEnlarge }: FrameProps) {
  const { start, width, row, isCaller } = drawn;
  const framePx = width * widthPx;
  const length = Math.floor((framePx - 6) / characterWidthPx);
  const name = escapeHiddenCharacters(text.slice(0, 500));
  return (
    <g
      transform={`translate(${start * widthPx} ${row * rowHeightPx})`}
      className="cursor-pointer"
      onPointerMove={(event) => {
        if (isMotion(event)) onSelect();
      }}
      onClick={onEnlarge}
    >
      <rect
        x={0.5}
        y={0.5}
        width={Math.max(0.5, framePx - 1)}
        height={rowHeightPx - 1}
        strokeWidth={isSelected ? 2 : 1}
        className={cn(
          isMatch ? "fill-warn-wash stroke-warn" : "fill-accent-wash stroke-rule-strong",
          isCaller && !isMatch && "fill-well",
          isSelected && "stroke-accent",
        )}
      />
      {length >= 3 && (
        <text x={4} y={13} className="pointer-events-none fill-ink text-2xs">
          {name.length > length ? `${name.slice(0, length - 1)}…` : name}
        </text>
      )}
    </g>
  );
}

"use client";

import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import type { SpanDetail as LoadedSpanDetail } from "@/lib/contracts/traces/traces";
import type { FileTraceNavigation } from "@/components/traces/span/linked-spans";
import { SpanDetail } from "@/components/traces/span/span-detail";
import type { SpanReader } from "@/components/traces/span/use-span-detail";
import { Legend } from "./legend";
import { Minimap } from "./minimap";
import { createPaintContext } from "./paint/paint-kit";
import { paintRows } from "./paint/paint-rows";
import { rowHeightPx, type RowBlock } from "./paint/row-painting";
import { RowLine, createRowElementId } from "./row-line";
import { Ruler } from "./ruler";
import { createTimeScale } from "./scale";
import { Toolbar } from "./toolbar";
import { useSpanSearch } from "./use-span-search";
import { usePageTheme } from "@/components/shared/use-page-theme";
import { useRowBlock } from "./use-row-block";
import { useRangeDrag, useTimeView, useWheelZoom, type TimeControl } from "./use-time-view";
import { useWaterfall, type RowSelection, type SpanTree } from "./use-waterfall";
import { useWidth } from "@/components/ui/use-width";
import { WaterfallColumns } from "./waterfall-columns";
import { chooseColumnUnit } from "./waterfall-text";

interface WaterfallProps extends RowSelection {
  readonly trace: TraceView;
  /** Loads the details of a span. Null if there are none. */
  readonly reader: SpanReader | null;
  /** Other traces of the opened file. Undefined for a trace from a source. */
  readonly file?: FileTraceNavigation;
  /** Renders links below the attributes of a span. */
  readonly renderLinks?: (row: number, detail: LoadedSpanDetail | null) => React.ReactNode;
}

/** Shows the waterfall of one trace: a tree with keyboard navigation, and bars in the colours of the phases. */
export function Waterfall({ trace, reader, file, renderLinks, ...selection }: WaterfallProps) {
  const { spans } = trace;
  const [scroller, cell] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const tree = useWaterfall(trace, selection);
  const time = useTimeView(trace);
  const width = useWidth(cell);
  const unit = useMemo(() => chooseColumnUnit(trace.durationNs), [trace.durationNs]);
  const deepest = useMemo(() => spans.depth.reduce((max, depth) => Math.max(max, depth), 0), [spans]);
  const scrollTo = (rowIndex: number): void => scrollRowIntoView(scroller.current, rowIndex);
  const [initialRow] = useState(tree.activeRowIndex);
  useLayoutEffect(() => scrollRowIntoView(scroller.current, initialRow), [scroller, initialRow]);
  const { search, isMatch, onRead } = useSpanSearch(spans, { tree, scrollTo });
  return (
    <WaterfallColumns>
      <section aria-label="Waterfall" className="min-w-0 flex-1">
        <Toolbar
          spanCount={trace.spanCount}
          search={search}
          time={time}
          tree={tree}
          services={spans.services}
          maxDepth={deepest}
        />
        <Ruler trace={trace} view={time.view} unit={unit} width={width} cell={cell}>
          <Minimap trace={trace} time={time} />
        </Ruler>
        <Rows {...{ trace, tree, time, width, scroller, cell, unit, isMatch, scrollTo }} />
        <Legend trace={trace} />
      </section>
      <SpanDetail
        trace={trace}
        row={tree.selectedRowCode}
        reader={reader}
        onRead={onRead}
        onShow={(row) => scrollTo(tree.reveal(row))}
        file={file ?? null}
        renderLinks={renderLinks}
      />
    </WaterfallColumns>
  );
}

interface RowsProps {
  readonly trace: TraceView;
  readonly tree: SpanTree;
  readonly time: TimeControl;
  readonly width: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly cell: RefObject<HTMLDivElement | null>;
  readonly unit: ReturnType<typeof chooseColumnUnit>;
  readonly isMatch: (row: number) => boolean;
  readonly scrollTo: (rowIndex: number) => void;
}

function Rows({ trace, tree, time, width, scroller, cell, unit, isMatch, scrollTo }: RowsProps) {
  const { rowCodes } = tree.visibleRows;
  const treeId = useId();
  const block = useRowBlock(scroller, rowCodes.length);
  const shareAt = (clientX: number): number | null => {
    const box = cell.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || clientX < box.left) return null;
    return (clientX - box.left) / box.width;
  };
  useWheelZoom(scroller, shareAt, time.zoom);
  const drag = useRangeDrag(shareAt, ([from, to]) => {
    const length = time.view.toNs - time.view.fromNs;
    time.show({ fromNs: time.view.fromNs + from * length, toNs: time.view.fromNs + to * length });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (time.handleKey(event.key, event.shiftKey)) return event.preventDefault();
    const to = event.shiftKey ? null : tree.handleKey(event.key);
    if (to === null) return;
    event.preventDefault();
    scrollTo(to);
  };
  const rowIndexes = Array.from(
    { length: Math.max(0, block.endRow - block.firstRow) },
    (_, index) => block.firstRow + index,
  );
  const isActiveRowRendered = tree.activeRowIndex >= block.firstRow && tree.activeRowIndex < block.endRow;
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label="Spans"
      aria-rowcount={rowCodes.length}
      tabIndex={0}
      aria-activedescendant={
        isActiveRowRendered ? createRowElementId(treeId, rowCodes[tree.activeRowIndex] ?? 0) : undefined
      }
      aria-keyshortcuts="+ - 0 Shift+ArrowLeft Shift+ArrowRight"
      className="max-h-[70vh] min-h-48 overflow-x-hidden overflow-y-auto select-none [scrollbar-gutter:stable]"
      onKeyDown={onKeyDown}
      onPointerDown={drag.onPointerDown}
    >
      <div role="rowgroup" className="relative" style={{ height: rowCodes.length * rowHeightPx }}>
        {rowIndexes.map((rowIndex) => {
          const code = rowCodes[rowIndex] ?? 0;
          return (
            <RowLine
              // A row that scrolls in reuses the element of a row that scrolls out.
              key={rowIndex % rowIndexes.length}
              treeId={treeId}
              trace={trace}
              rowCode={code}
              rowIndex={rowIndex}
              unit={unit}
              isOpen={tree.collapsedRows[code] !== 1}
              isSelected={rowIndex === tree.activeRowIndex}
              isMatch={isMatch(code)}
              onSelect={tree.select}
              onToggle={tree.toggle}
            />
          );
        })}
        <Bars trace={trace} tree={tree} time={time} width={width} block={block} />
        {drag.range !== null && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
            style={{
              right: width * (1 - drag.range[1]),
              width: width * (drag.range[1] - drag.range[0]),
            }}
          />
        )}
      </div>
    </div>
  );
}

type BarsProps = Pick<RowsProps, "trace" | "tree" | "time" | "width"> & { readonly block: RowBlock };

function Bars({ trace, tree, time, width, block }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = usePageTheme();
  const { visibleRows, gapsByRow } = tree;
  const { view } = time;
  const height = (block.endRow - block.firstRow) * rowHeightPx;
  useLayoutEffect(() => {
    const brush = createPaintContext(canvas.current, { width, height, theme });
    if (brush !== null)
      paintRows(brush, { trace, visibleRows, block, scale: createTimeScale(view, width), gapsByRow });
  }, [trace, visibleRows, block, view, width, height, gapsByRow, theme]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="pointer-events-none absolute right-0"
      style={{ top: block.firstRow * rowHeightPx, width, height }}
    />
  );
}

function scrollRowIntoView(scroller: HTMLElement | null, rowIndex: number): void {
  if (scroller === null) return;
  const top = rowIndex * rowHeightPx;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeightPx > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + rowHeightPx - scroller.clientHeight;
}

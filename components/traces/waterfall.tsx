"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import type { TraceResponse } from "@/lib/contracts/traces";
import { formatNanoseconds } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SpanDetail } from "./span-detail";
import { rowHeight, SpanRowLine, waterfallColumns } from "./span-row-line";
import { useSpanTree } from "./use-span-tree";
import { rulerTicks, type Range } from "./waterfall-layout";

interface WaterfallProps {
  readonly trace: Pick<TraceResponse, "spans" | "services" | "firstTokenNs" | "durationNs">;
}

/** The spans of one trace in time: a tree to walk by keyboard, bars in the colours of the phases. */
export function Waterfall({ trace }: WaterfallProps) {
  const { spans } = trace;
  const [toFirstToken, setToFirstToken] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const services = useMemo(
    () => new Map(trace.services.map((service, index) => [service, (index % 7) + 2])),
    [trace.services],
  );
  const range: Range = {
    startNs: 0,
    endNs: toFirstToken && trace.firstTokenNs !== null ? trace.firstTokenNs * 1.04 : trace.durationNs,
  };
  const tree = useSpanTree(spans);
  const { rows, closed, selected, parents } = tree;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const chosen = spans[selected];
  return (
    <div className="flex flex-col gap-6 lg:flex-row">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-3 pb-2">
          {trace.firstTokenNs !== null && (
            <RangeChoice toFirstToken={toFirstToken} onChoose={setToFirstToken} />
          )}
          <span className="text-xs text-ink-3">
            {spans.length} spans, {trace.services.length} services
          </span>
        </div>
        <Ruler range={range} firstTokenNs={trace.firstTokenNs} />
        <div
          ref={scroller}
          role="treegrid"
          aria-label="Spans"
          aria-rowcount={rows.length}
          tabIndex={0}
          aria-activedescendant={`span-${selected}`}
          className="max-h-[70vh] overflow-auto"
          onKeyDown={(event) => {
            const at = tree.move(event.key);
            if (at === null) return;
            event.preventDefault();
            virtual.scrollToIndex(at);
          }}
        >
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const index = rows[item.index] ?? 0;
              const span = spans[index];
              if (span === undefined) return null;
              return (
                <SpanRowLine
                  key={index}
                  index={index}
                  span={span}
                  top={item.start}
                  range={range}
                  firstTokenNs={trace.firstTokenNs}
                  serviceColour={services.get(span.service) ?? 2}
                  isParent={parents[index] === true}
                  isOpen={!closed.has(index)}
                  isSelected={index === selected}
                  onSelect={() => tree.select(index)}
                  onToggle={() => tree.toggle(index)}
                />
              );
            })}
          </div>
        </div>
      </div>
      {chosen !== undefined && <SpanDetail span={chosen} />}
    </div>
  );
}

function Ruler({ range, firstTokenNs }: { readonly range: Range; readonly firstTokenNs: number | null }) {
  const length = range.endNs - range.startNs;
  return (
    <div className={cn(waterfallColumns, "h-6 items-end border-b border-rule-strong text-2xs text-ink-3")}>
      <span>Operation</span>
      <span className="hidden text-right md:block">Total</span>
      <span className="hidden text-right md:block">Self</span>
      <span className="relative ml-3 block h-4">
        {rulerTicks(range, 6).map((tick) => (
          <span
            key={tick}
            className="tnum absolute whitespace-nowrap"
            style={{ left: `${(tick / length) * 100}%` }}
          >
            {tick / length < 0.93 ? formatNanoseconds(tick) : ""}
          </span>
        ))}
        {firstTokenNs !== null && (
          <span className="sr-only">First token at {formatNanoseconds(firstTokenNs)}</span>
        )}
      </span>
    </div>
  );
}

interface RangeChoiceProps {
  readonly toFirstToken: boolean;
  readonly onChoose: (toFirstToken: boolean) => void;
}

function RangeChoice({ toFirstToken, onChoose }: RangeChoiceProps) {
  return (
    <div role="group" aria-label="Range" className="flex gap-1">
      <Button
        size="sm"
        look={toFirstToken ? "selected" : "ghost"}
        aria-pressed={toFirstToken}
        onClick={() => onChoose(true)}
      >
        To first token
      </Button>
      <Button
        size="sm"
        look={toFirstToken ? "ghost" : "selected"}
        aria-pressed={!toFirstToken}
        onClick={() => onChoose(false)}
      >
        Whole trace
      </Button>
    </div>
  );
}

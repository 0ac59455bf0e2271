"use client";

import { ChevronRight } from "lucide-react";
import type { SpanRow } from "@/lib/contracts/traces";
import { formatNanoseconds } from "@/lib/format/time";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { placeBar, type Range } from "./waterfall-layout";

export const rowHeight = 24;
export const waterfallColumns =
  "grid grid-cols-[minmax(180px,38%)_minmax(0,1fr)] md:grid-cols-[minmax(260px,34%)_72px_72px_minmax(0,1fr)]";

interface RowProps {
  readonly index: number;
  readonly span: SpanRow;
  readonly top: number;
  readonly range: Range;
  readonly firstTokenNs: number | null;
  readonly serviceColour: number;
  readonly isParent: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
}

const phaseTokens: Readonly<Record<string, string>> = { "feature-retrieval": "ph-feature" };

export function SpanRowLine({
  index,
  span,
  top,
  range,
  firstTokenNs,
  serviceColour,
  isParent,
  isOpen,
  isSelected,
  onSelect,
  onToggle,
}: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys for its active row
    <div
      id={`span-${index}`}
      role="row"
      tabIndex={-1}
      aria-level={span.depth + 1}
      aria-selected={isSelected}
      aria-expanded={isParent ? isOpen : undefined}
      className={cn(
        waterfallColumns,
        "absolute inset-x-0 cursor-default items-center",
        isSelected ? "bg-accent-wash" : "hover:bg-hover",
      )}
      style={{ top, height: rowHeight }}
      onClick={onSelect}
    >
      <span
        role="gridcell"
        className="flex min-w-0 items-center gap-1.5"
        style={{ paddingLeft: Math.min(span.depth, 12) * 12 }}
      >
        {isParent ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isOpen ? "Close" : "Open"}
            className="flex size-4 items-center justify-center"
            onClick={onToggle}
          >
            <ChevronRight aria-hidden className={cn("size-3", isOpen && "rotate-90")} />
          </button>
        ) : (
          <span className="size-4" />
        )}
        <span
          aria-hidden
          className="h-3 w-[3px] shrink-0"
          style={{ background: `var(--id-${serviceColour})` }}
        />
        <span
          className={cn("truncate", isSelected && "font-semibold", span.isMissing && "text-ink-3 italic")}
        >
          {span.operation}
        </span>
        <span className={cn("truncate text-2xs", isSelected ? "text-ink-2" : "text-ink-3")}>
          {span.isMissing ? span.spanId : span.service}
        </span>
        {span.isError && <ShapeMark shape="failed" className="size-2.5" />}
        {span.flags.length > 0 && <ShapeMark shape="unusual" className="size-2.5" />}
      </span>
      <span role="gridcell" className="tnum hidden text-right text-xs md:block">
        {span.isMissing ? "" : formatNanoseconds(span.durationNs)}
      </span>
      <span role="gridcell" className="tnum hidden text-right text-xs text-ink-2 md:block">
        {span.isMissing ? "" : formatNanoseconds(span.selfNs)}
      </span>
      <Bar span={span} range={range} firstTokenNs={firstTokenNs} isParent={isParent} />
    </div>
  );
}

type BarProps = Pick<RowProps, "span" | "range" | "firstTokenNs" | "isParent">;

function Bar({ span, range, firstTokenNs, isParent }: BarProps) {
  const place = span.isMissing ? null : placeBar(span, range);
  const colour =
    span.phase === null ? "var(--rest)" : `var(--${phaseTokens[span.phase] ?? `ph-${span.phase}`})`;
  const isMostlyChildren = isParent && span.selfNs < span.durationNs / 2;
  const tokenAt = firstTokenNs === null ? null : (firstTokenNs / (range.endNs - range.startNs)) * 100;
  return (
    <span
      role="gridcell"
      aria-label={
        span.isMissing
          ? "never came"
          : `from ${formatNanoseconds(span.startNs)}, ${formatNanoseconds(span.durationNs)} long`
      }
      className="relative ml-3 block h-full border-l border-rule"
    >
      {tokenAt !== null && tokenAt <= 100 && (
        <span
          aria-hidden
          className="absolute inset-y-0 border-l border-dashed border-ink-3"
          style={{ left: `${tokenAt}%` }}
        />
      )}
      {place !== null && (
        <span
          aria-hidden
          className={cn(
            "absolute rounded-[2px]",
            isMostlyChildren ? "top-[10px] h-1 opacity-45" : "top-1.5 h-3",
          )}
          style={{ left: `${place.left}%`, width: `${place.width}%`, minWidth: 2, background: colour }}
        />
      )}
    </span>
  );
}

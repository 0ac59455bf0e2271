"use client";

import { columnsOf, type SpanColumns } from "@/lib/client/trace-view";
import type { FirstRows as Told } from "@/lib/contracts/traces";
import { formatCount } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { FirstBar, FirstGrid, FirstTimes } from "./first-bars";
import { chosenEdge, placed, rowCells, rowLook, waterfallColumns } from "./row-cells";
import { rowHeight } from "./row-painting";
import { gapPlaces, shownRows } from "./shown-rows";
import { openingView, wholeView } from "./time-view";
import { columnUnit, type ColumnUnit } from "./words";

/** Nobody knows it yet. */
const noPath = { row: new Int32Array(0), from: new Float64Array(0), to: new Float64Array(0) };

/**
 * The rows with which a trace begins, in the places where the waterfall will have them: a table to read, which needs no script, until
 * the tree is there that can be walked.
 */
export function FirstRows({ first }: { readonly first: Told }) {
  const { rows, gaps, durationNs, firstTokenNs } = first;
  const spans = columnsOf(rows, noPath);
  const trace = { spans, gaps };
  const isWhole = first.shown === spans.count;
  const codes = firstCodes(first, spans);
  const unit = columnUnit(durationNs);
  const view = openingView(wholeView(durationNs), firstTokenNs);
  return (
    <div className="flex flex-col gap-x-6 gap-y-4 lg:flex-row">
      <div className="min-w-0 flex-1">
        <div className="h-11" />
        <Heads unit={unit}>
          <div className="h-9 border-b border-rule" />
          <FirstTimes view={view} firstTokenNs={firstTokenNs} />
          <div className="h-2 max-md:mt-5" />
        </Heads>
        <div className="max-h-[70vh] min-h-48 overflow-hidden [scrollbar-gutter:stable]">
          <div
            role="table"
            aria-label={isWhole ? "Spans" : `The first of ${formatCount(first.spanCount)} spans`}
            aria-rowcount={isWhole ? codes.length : -1}
            data-first-rows
            className="relative"
            style={{ height: codes.length * rowHeight }}
          >
            <FirstGrid view={view} firstTokenNs={firstTokenNs} />
            {Array.from(codes, (code, place) => (
              <div
                key={code}
                role="row"
                className={rowLook(code === first.at)}
                style={{
                  top: place * rowHeight,
                  height: rowHeight,
                  boxShadow: code === first.at ? chosenEdge : "none",
                }}
              >
                {rowCells(
                  {
                    trace,
                    code,
                    unit,
                    isOpen: true,
                    isSelected: code === first.at,
                    isFound: false,
                    role: "cell",
                    bar: <FirstBar trace={trace} selfParts={first.selfParts} view={view} code={code} />,
                  },
                  placed(trace, code),
                )}
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="w-full shrink-0 border-rule lg:w-80 lg:border-l lg:pl-5" />
    </div>
  );
}

/** Spans and gaps in the waterfall's order. */
function firstCodes({ gaps, shown }: Told, spans: SpanColumns): Int32Array {
  const { codes } = shownRows(spans, gaps, {
    closed: new Uint8Array(spans.count),
    gaps: gapPlaces(gaps, spans),
  });
  return shown === spans.count ? codes : codes.subarray(0, shown);
}

function Heads({ unit, children }: { readonly unit: ColumnUnit; readonly children: React.ReactNode }) {
  return (
    <div aria-hidden className="overflow-hidden [scrollbar-gutter:stable]">
      <div className={cn(waterfallColumns, "items-end border-b border-rule-strong text-2xs text-ink-3")}>
        <span className="leading-6">Operation</span>
        <span className="hidden text-right leading-6 md:block">Total, {unit.name}</span>
        <span className="hidden pr-2 text-right leading-6 md:block">Self, {unit.name}</span>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

"use client";

import { toSpanColumns, type SpanColumns } from "@/lib/client/trace-view";
import type { FirstSpanRows as FirstRowsData } from "@/lib/contracts/traces/traces";
import { countWithNoun } from "@/lib/format/agreement";
import { cn } from "@/components/ui/cn";
import { FirstRowBar, FirstRowsGrid, FirstRowsRuler } from "./first-bars";
import { selectedRowShadow, getRowPosition, renderRowCells, rowClasses, waterfallColumns } from "./row-cells";
import { rowHeightPx } from "./paint/row-painting";
import { groupGapsByNextSpan, computeVisibleRows } from "./visible-rows";
import { initialView, fullView } from "./time-view";
import { WaterfallColumns } from "./waterfall-columns";
import { chooseColumnUnit, type ColumnUnit } from "./waterfall-text";

/** The critical path is not computed yet. */
const noPath = { row: new Int32Array(0), fromNs: new Float64Array(0), toNs: new Float64Array(0) };

/**
 * Shows the first rows of a trace at the positions where the waterfall will draw them. This plain table needs no
 * script and is replaced by the tree.
 */
export function FirstSpanRows({ firstRows }: { readonly firstRows: FirstRowsData }) {
  const { rows, gaps, durationNs, firstTokenNs } = firstRows;
  const spans = toSpanColumns(rows, noPath);
  const trace = { spans, gaps };
  const isComplete = firstRows.visibleRowCount === spans.rowCount;
  const codes = firstCodes(firstRows, spans);
  const unit = chooseColumnUnit(durationNs);
  const view = initialView(fullView(durationNs), firstTokenNs);
  return (
    <WaterfallColumns>
      <div className="min-w-0 flex-1">
        <div className="h-11" />
        <Heads unit={unit}>
          <div className="h-9 border-b border-rule" />
          <FirstRowsRuler view={view} firstTokenNs={firstTokenNs} />
          <div className="h-2 max-md:mt-5" />
        </Heads>
        <div className="max-h-[70vh] min-h-48 overflow-hidden [scrollbar-gutter:stable]">
          <div
            role="table"
            aria-label={isComplete ? "Spans" : `First of ${countWithNoun(firstRows.spanCount, "span")}`}
            aria-rowcount={isComplete ? codes.length : -1}
            data-first-rows
            className="relative"
            style={{ height: codes.length * rowHeightPx }}
          >
            <FirstRowsGrid view={view} firstTokenNs={firstTokenNs} />
            {Array.from(codes, (code, rowIndex) => (
              <div
                key={code}
                role="row"
                className={rowClasses(code === firstRows.selectedRow)}
                style={{
                  top: rowIndex * rowHeightPx,
                  height: rowHeightPx,
                  boxShadow: code === firstRows.selectedRow ? selectedRowShadow : "none",
                }}
              >
                {renderRowCells(
                  {
                    trace,
                    rowCode: code,
                    unit,
                    isOpen: true,
                    isSelected: code === firstRows.selectedRow,
                    isMatch: false,
                    role: "cell",
                    bar: (
                      <FirstRowBar trace={trace} selfParts={firstRows.selfParts} view={view} code={code} />
                    ),
                  },
                  getRowPosition(trace, code),
                )}
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="w-full shrink-0 border-rule @[47rem]:w-80 @[47rem]:border-l @[47rem]:pl-5" />
    </WaterfallColumns>
  );
}

/** Returns span and gap codes in the order of the waterfall. */
function firstCodes({ gaps, visibleRowCount }: FirstRowsData, spans: SpanColumns): Int32Array {
  const { rowCodes } = computeVisibleRows(spans, gaps, {
    collapsedRows: new Uint8Array(spans.rowCount),
    gaps: groupGapsByNextSpan(gaps, spans),
  });
  return visibleRowCount === spans.rowCount ? rowCodes : rowCodes.subarray(0, visibleRowCount);
}

function Heads({ unit, children }: { readonly unit: ColumnUnit; readonly children: React.ReactNode }) {
  return (
    <div aria-hidden className="overflow-hidden [scrollbar-gutter:stable]">
      <div className={cn(waterfallColumns, "items-end border-b border-rule-strong text-2xs text-ink-3")}>
        <span className="leading-6">Operation</span>
        <span className="hidden text-right leading-6 lg:block">Total, {unit.name}</span>
        <span className="hidden pr-2 text-right leading-6 lg:block">Self, {unit.name}</span>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

"use client";

import type { TraceView } from "@/lib/client/trace-view";
import { chosenEdge, placed, rowCells, rowLook } from "./row-cells";
import { rowHeight } from "./row-painting";
import { gapOf, isParent } from "./shown-rows";
import type { ColumnUnit } from "./words";

interface RowProps {
  readonly trace: TraceView;
  /** A span by its number, or a gap by its code. */
  readonly code: number;
  readonly place: number;
  readonly unit: ColumnUnit;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isFound: boolean;
  readonly onSelect: (code: number) => void;
  readonly onToggle: (row: number) => void;
}

/** One row of the tree; its bar is painted beneath it. */
export function RowLine({ onSelect, place, ...cells }: RowProps) {
  const { trace, code, isOpen, isSelected } = cells;
  const at = placed(trace, code);
  const { row, isGap, depth } = at;
  const hasBelow = !isGap && isParent(trace.spans, row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys for its active row
    <div
      id={rowId(code)}
      role="row"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-rowindex={place + 1}
      aria-selected={isSelected}
      aria-expanded={hasBelow ? isOpen : undefined}
      className={rowLook(isSelected)}
      style={{ top: place * rowHeight, height: rowHeight, boxShadow: isSelected ? chosenEdge : "none" }}
      onClick={() => onSelect(code)}
    >
      {rowCells({ ...cells, role: "gridcell" }, at)}
    </div>
  );
}

export const rowId = (code: number): string => (code < 0 ? `between-${gapOf(code)}` : `span-${code}`);

"use client";

import type { TraceView } from "@/lib/client/trace-view";
import { selectedRowShadow, getRowPosition, renderRowCells, rowClasses } from "./row-cells";
import { rowHeightPx } from "./paint/row-painting";
import { toGapIndex, isParent } from "./visible-rows";
import type { ColumnUnit } from "./waterfall-text";

interface RowProps {
  /** Part of the ids of the rows, because a page may show several trees. */
  readonly treeId: string;
  readonly trace: TraceView;
  /** Index of a span, or code of a gap. */
  readonly rowCode: number;
  readonly rowIndex: number;
  readonly unit: ColumnUnit;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly onSelect: (code: number) => void;
  readonly onToggle: (row: number) => void;
}

/** Renders a row of the interactive tree. A canvas below it paints the bar. */
export function RowLine({ treeId, onSelect, rowIndex, ...cells }: RowProps) {
  const { trace, rowCode, isOpen, isSelected } = cells;
  const at = getRowPosition(trace, rowCode);
  const { row, isGap, depth } = at;
  const hasBelow = !isGap && isParent(trace.spans, row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys for its active row
    <div
      id={createRowElementId(treeId, rowCode)}
      role="row"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-rowindex={rowIndex + 1}
      aria-selected={isSelected}
      aria-expanded={hasBelow ? isOpen : undefined}
      className={rowClasses(isSelected)}
      style={{
        top: rowIndex * rowHeightPx,
        height: rowHeightPx,
        boxShadow: isSelected ? selectedRowShadow : "none",
      }}
      onClick={() => onSelect(rowCode)}
    >
      {renderRowCells({ ...cells, role: "gridcell" }, at)}
    </div>
  );
}

/** Returns the id of a row's HTML element. */
export const createRowElementId = (treeId: string, rowCode: number): string =>
  rowCode < 0 ? `${treeId}between-${toGapIndex(rowCode)}` : `${treeId}span-${rowCode}`;

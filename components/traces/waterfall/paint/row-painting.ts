/** Parameters of the row painters. */
import type { TraceView } from "@/lib/client/trace-view";
import type { TimeScale } from "@/components/traces/waterfall/scale";
import type { VisibleRows } from "@/components/traces/waterfall/visible-rows";

/** Height of a timeline row in pixels. */
export const rowHeightPx = 24;

/** Range of visible rows that are painted together. */
export interface RowBlock {
  readonly firstRow: number;
  /** Index after the last row of the block. */
  readonly endRow: number;
}

/** Data to paint one block of rows. */
export interface RowPainting {
  readonly trace: TraceView;
  readonly visibleRows: VisibleRows;
  readonly block: RowBlock;
  readonly scale: TimeScale;
  /** Gaps by span. They are also hatched in the bar of the span. */
  readonly gapsByRow: ReadonlyMap<number, readonly number[]>;
}

/** Parameters of the row painters. */
import type { TraceView } from "@/lib/client/trace-view";
import type { TimeScale } from "@/components/traces/waterfall/scale";
import type { VisibleRows } from "@/components/traces/waterfall/visible-rows";

export const rowHeight = 24;

export interface RowBlock {
  readonly firstRow: number;
  /** Exclusive end. */
  readonly endRow: number;
}

export interface RowPainting {
  readonly trace: TraceView;
  readonly visibleRows: VisibleRows;
  readonly block: RowBlock;
  readonly scale: TimeScale;
  /** Gaps by span. They are also hatched in the bar of the span. */
  readonly gapsOfRow: ReadonlyMap<number, readonly number[]>;
}

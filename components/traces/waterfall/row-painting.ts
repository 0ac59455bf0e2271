/** What the painters of rows are told. */
import type { TraceView } from "@/lib/client/trace-view";
import type { Scale } from "./scale";
import type { VisibleRows } from "./visible-rows";

export const rowHeight = 24;

export interface RowBlock {
  readonly first: number;
  /** Behind the last. */
  readonly to: number;
}

export interface RowPainting {
  readonly trace: TraceView;
  readonly visibleRows: VisibleRows;
  readonly block: RowBlock;
  readonly scale: Scale;
  /** Gaps of each span, hatched in it too. */
  readonly gapsOfRow: ReadonlyMap<number, readonly number[]>;
}

/** One side of a comparison: a stored baseline, or a window of a deployment that was measured in the same way. */
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { HistorySpread } from "@/lib/model/baseline/history-spread";
import type { SideReference } from "./side-reference";

export const sideKinds = ["baseline", "window"] as const;
export type SideKind = (typeof sideKinds)[number];

/** The parts of a baseline's document that a window of a live deployment also has. */
export type MeasuredWindow = Omit<BaselineDocument, "schemaVersion" | "historySpreads" | "provenance">;

export interface MeasuredSide extends MeasuredWindow {
  readonly kind: SideKind;
  /** Name of the baseline, or title of the deployment. */
  readonly label: string;
  /** Address of this side with absolute times. */
  readonly reference: SideReference;
  /** Slug of the metrics source that was measured. */
  readonly source: string;
  /** Variation in the history before the side; empty if it was not stored. */
  readonly historySpreads: readonly HistorySpread[];
}

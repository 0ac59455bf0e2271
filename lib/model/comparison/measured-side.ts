/** One side of a comparison: a stored baseline, or a window of a deployment that was measured in the same way. */
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { HistorySpread } from "@/lib/model/baseline/history-spread";
import type { BaselineImport } from "@/lib/model/baseline/import/baseline-import";
import type { SideReference } from "./side-reference";

/** Kinds of windows that can be compared: a stored baseline, or a window of a live deployment. */
export const sideKinds = ["baseline", "window"] as const;
/** Kind of a compared window: a stored baseline, or a window of a live deployment. */
export type SideKind = (typeof sideKinds)[number];

/**
 * Measurements of a window with its deployment, load and environment. A baseline and a live window both have
 * them.
 */
export type MeasuredWindow = Omit<
  BaselineDocument,
  "schemaVersion" | "instanceRange" | "historySpreads" | "provenance"
>;

/** One of the two compared windows, with its measurements. */
export interface MeasuredSide extends MeasuredWindow {
  readonly kind: SideKind;
  /** Name of the baseline, or title of the deployment. */
  readonly label: string;
  /** Reference that names this side, with absolute times. */
  readonly reference: SideReference;
  /** Slug of the metrics source that was measured. */
  readonly source: string;
  /** Only for a baseline that was imported from a file. */
  readonly imported?: BaselineImport;
  /** Variation in the history before the side; empty if it was not stored. */
  readonly historySpreads: readonly HistorySpread[];
}

/**
 * The answer to a question, with its window, its queries, and the reason for every missing value. The format is
 * columnar: one time grid, and one row of numbers per series. A missing number is null and belongs to exactly one
 * absence range.
 */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { RequestCounting } from "./baseline/request-counting";
import type { ExclusionReason } from "./event";
import type { AbsenceReason, Reading } from "./reading";
import type { SignalId } from "./signals/signals";
import type { Statistic } from "./question";
import type { TimeWindow } from "./time-window";
import type { Unit } from "./units";

/**
 * Range of points without a value, with the reason. Both indexes are inclusive and refer to the answer's
 * time grid.
 */
export type AbsenceRange = readonly [fromIndex: number, toIndex: number, reason: AbsenceReason];

/** Values of one statistic of a signal on the time grid of the answer. */
export interface AnswerSeries {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  /** Present only on one row of `share-of-e2e`: the remaining share, which no signal explains. */
  readonly role?: "unexplained";
  /**
   * Value of the split label, or the sum of the other values, that this row contains. Absent if the answer is not
   * split.
   */
  readonly group?: SplitGroup;
  readonly unit: Unit;
  /** One value per point of the answer's time grid. */
  readonly values: readonly (number | null)[];
  /** Bucket interval per point, for quantiles only; upper is null when the value is in the open last bucket. */
  readonly lower?: readonly (number | null)[];
  readonly upper?: readonly (number | null)[];
  readonly absence: readonly AbsenceRange[];
  /** The headline value: the value over the last five minutes of the window, never the last point. */
  readonly headline: Reading;
  /** Present when requested; null when there were too few measurements. */
  readonly windowSummary?: WindowSummary | null;
}

/**
 * Value of a statistic over the complete window, with its confidence interval
 * (`lib/analysis/statistics/window-estimate.ts`).
 */
export interface WindowSummary {
  readonly value: number;
  readonly lower: number;
  /** Upper end of the interval; null if it is unbounded. */
  readonly upper: number | null;
  /** Number of observations for a quantile, number of points for a mean. */
  readonly n: number;
  /** Bucket that contains a quantile; null for values that do not come from buckets. */
  readonly bucket: { readonly lower: number; readonly upper: number | null } | null;
}

/** Time excluded from statistics, because it overlaps a window marked as maintenance, incident or load test. */
export type ExcludedTime =
  | {
      readonly kind: "known";
      /** Duration of the points that overlap an excluded window. */
      readonly durationMs: number;
      /** Marked time within the window. */
      readonly markedMs: number;
      readonly reasons: readonly ExclusionReason[];
    }
  /** The marked windows could not be read, so no time was excluded. */
  | { readonly kind: "unknown" };

/**
 * Bucket counts over time from which a signal's quantiles are computed: of one value of a split, or summed
 * over all instances.
 */
export interface Distribution {
  readonly signal: SignalId;
  readonly group?: SplitGroup;
  readonly unit: Unit;
  /** Upper edges in ascending order; null = +Inf. */
  readonly edges: readonly (number | null)[];
  /**
   * One row for each edge: observations at or below it in (t − rateWindowMs, t], null where the source had no number.
   */
  readonly counts: readonly (readonly (number | null)[])[];
}

/** One value of the split label, or the sum of all values that are not named. */
export type SplitGroup =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "rest"; readonly count: number; readonly rule: SplitRestMethod };

/**
 * How the rest of a split is computed: as total minus named values, or by a separate query for the other
 * series.
 */
export type SplitRestMethod = "difference" | "separate-query";

/** How an answer was split by a label: the named values are the largest by `rule`. */
export interface AnswerSplit {
  readonly label: string;
  /** Values that have the same colour in all charts of the page. Absent if this answer has none of these values. */
  readonly sharedPageValues?: readonly string[];
  readonly namedCount: number;
  readonly totalCount: number;
  readonly rule: string;
}

/**
 * Number of observations per point of one signal, for its quantiles and its mean. Null only where the point
 * is absent.
 */
export interface CountSeries {
  readonly signal: SignalId;
  readonly n: readonly (number | null)[];
}

/** Requests that a latency covers: all requests, or only streamed requests. */
export type ReportedRequests = "all" | "streamed";

/**
 * How the value of a signal is computed here, and its caveats. Displayed with the value. Stored evidence contains notes,
 * and its hash covers the names of the fields.
 */
export interface SignalNote {
  readonly signal: SignalId;
  /** Title of the engine or exporter that reports it; null when no exporter of its family was joined. */
  readonly from: string | null;
  /** Formula with metric names; Σ is the sum over the deployment's series. Empty when the signal is not exposed. */
  readonly formula: string;
  /** Whether the value describes one GPU, one instance or the complete deployment. */
  readonly scope: string;
  /** How this engine's definition differs from the signal's definition. */
  readonly caveat: string | null;
  /** The requests that a latency covers. Absent when it is unknown. */
  readonly reports?: ReportedRequests;
}

/** A reason why the values of a signal may be wrong. */
export interface QualityWarning {
  readonly signal: SignalId;
  readonly kind: "mixed-edges" | "shares-exceed-total";
  /** True if the current value is affected too. Only for "mixed-edges". Absent if only points of the window are affected. */
  readonly isCurrent?: true;
  /** A sentence that states the problem and how to correct it. */
  readonly detail: string;
}

/** PromQL query that was sent to the source for this answer. */
export interface SentQuery {
  readonly signal: SignalId;
  readonly purpose: "series" | "headline" | "reason";
  readonly promql: string;
}

/** Result of a question: one row of values per series, with source, engine and reasons of missing values. */
export interface Answer {
  readonly schemaVersion: 1;
  readonly window: TimeWindow;
  /** Grid: startMs + i × stepMs for i in 0..pointCount-1; a point covers (t − rateWindowMs, t]. */
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCount: number;
  readonly rateWindowMs: number;
  /** Longest interval between scrapes; null when it is unknown. */
  readonly sampleSpacingMs: number | null;
  readonly source: { readonly slug: string; readonly kind: "prometheus"; readonly version: string | null };
  readonly engine: { readonly id: string; readonly version: string | null };
  /** Server time when the newest part of this answer was read from the source. */
  readonly asOfMs: number;
  /**
   * Not null if the source failed, so that this is the last complete answer. `sinceMs` is the server time of the first
   * failure.
   */
  readonly stale: { readonly sinceMs: number; readonly code: string; readonly reason: string } | null;
  /**
   * Number of observations behind the headline value. Null if the answer is split, or if the value does not summarise
   * observations.
   */
  readonly n: number | null;
  /** Share of the grid's points at which a target responded to the scrape. */
  readonly coverageRatio: number;
  readonly completeness: "complete" | "partial";
  readonly warnings: readonly string[];
  readonly queries: readonly SentQuery[];
  readonly series: readonly AnswerSeries[];
  readonly counts: readonly CountSeries[];
  /** One note per requested signal. */
  readonly notes: readonly SignalNote[];
  /** Absent when there are none. */
  readonly qualityWarnings?: readonly QualityWarning[];
  readonly split?: AnswerSplit;
  /** Time excluded from the statistics over the complete window. Absent if these statistics were not requested. */
  readonly excludedTime?: ExcludedTime;
  /**
   * Mean number of instances that responded to scrapes, over the points that statistics include. Absent if these
   * statistics were not requested; null if the number is unknown.
   */
  readonly readyInstances?: number | null;
  /** How the engine counts requests, for the arrivals of a window. Absent if statistics were not requested. */
  readonly requestCounting?: ReadonlyDeep<RequestCounting>;
  /** Absent if it was not requested. */
  readonly distributions?: readonly Distribution[];
}

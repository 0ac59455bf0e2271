/**
 * An answer to a question, with its own honesty: what window it speaks for, how it was asked, what is missing and why.
 * Columnar: one time grid, one row of numbers per series; a missing number is null and lies in exactly one absence range.
 */
import type { ExclusionReason } from "./event";
import type { AbsenceReason, Reading } from "./reading";
import type { SignalId } from "./signals";
import type { Statistic } from "./question";
import type { TimeWindow } from "./time-window";
import type { Unit } from "./units";

/** Both indexes inclusive, into the answer's time grid. */
export type AbsenceRange = readonly [fromIndex: number, toIndex: number, reason: AbsenceReason];

export interface AnswerSeries {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  /** Set on the remainder row of `share-of-e2e`, which no signal explains. */
  readonly role?: "unexplained";
  /** Which part of a split answer this row is. */
  readonly group?: SplitGroup;
  readonly unit: Unit;
  readonly values: readonly (number | null)[];
  /** Bucket interval per point, for quantiles only; upper null where the value lies in the open last bucket. */
  readonly lower?: readonly (number | null)[];
  readonly upper?: readonly (number | null)[];
  readonly absence: readonly AbsenceRange[];
  /** The headline: the last five minutes to `asOfMs`, never the last point. */
  readonly headline: Reading;
  /** When asked for; null where too little was measured to tell. */
  readonly windowSummary?: WindowSummary | null;
}

/** A statistic over the window as a whole, with the interval it is known by; see `lib/analysis/statistics/headline.ts`. */
export interface WindowSummary {
  readonly value: number;
  readonly lower: number;
  /** Null = unbounded. */
  readonly upper: number | null;
  /** Observations behind a quantile, points behind a mean. */
  readonly n: number;
  /** Bucket that holds a quantile; null for numbers that no bucket blurs. */
  readonly bucket: { readonly lower: number; readonly upper: number | null } | null;
}

/** Points in a window marked as maintenance, incident or load test say nothing about normal service. */
export type ExcludedTime =
  | {
      readonly kind: "known";
      /** Whole points that a marked window touches. */
      readonly ms: number;
      /** What was marked within the window. */
      readonly markedMs: number;
      readonly reasons: readonly ExclusionReason[];
    }
  /** What was marked could not be read: nothing was left out. */
  | { readonly kind: "unknown" };

/** The buckets behind a signal's quantiles, as they were asked: those of one part of a split answer, or of all instances added. */
export interface Distribution {
  readonly signal: SignalId;
  readonly group?: SplitGroup;
  readonly unit: Unit;
  /** Upper edges, ascending; null = +Inf. */
  readonly edges: readonly (number | null)[];
  /** One row for each edge: observations at or below it in (t − rateWindowMs, t], null where the source had no number. */
  readonly counts: readonly (readonly (number | null)[])[];
}

/** One value of the split label, or all values that are not named, together. */
export type SplitGroup =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "rest"; readonly count: number; readonly rule: RestRule };

/** How the rest is had: what the named values leave of the whole, or asked of the others' own series. */
export type RestRule = "difference" | "separate-query";

/** How a split answer was cut: the values named were the largest of all by `rule`. */
export interface AnswerSplit {
  readonly label: string;
  /** Named by every answer of the page that has them, in the same colours; absent where this answer shares none with the others. */
  readonly pageNames?: readonly string[];
  readonly namedCount: number;
  readonly totalCount: number;
  readonly rule: string;
}

/** Observations per point of one signal; shared by its quantiles and mean. Null only where the point is absent. */
export interface CountSeries {
  readonly signal: SignalId;
  readonly n: readonly (number | null)[];
}

/** Which requests a latency is of, as the product was seen to do: all, or those alone whose answers are streamed. */
export type ReportedRequests = "all" | "streamed";

/** How one signal's number is made here and what is special about it: shown where the number is. */
export interface SignalNote {
  readonly signal: SignalId;
  /** Title of the engine or exporter that tells it; null where none of its kind was joined. */
  readonly from: string | null;
  /** With the metrics' own names; Σ runs over the deployment's series. Empty where the signal is not exposed. */
  readonly formula: string;
  /** Whether the number speaks for one GPU, one instance or the whole deployment. */
  readonly scope: string;
  /** Where it means something else here than its definition says. */
  readonly caveat: string | null;
  /** Absent where it is not known. */
  readonly reports?: ReportedRequests;
}

/** Why the numbers of a signal may be wrong although they are there. */
export interface QualityWarning {
  readonly signal: SignalId;
  readonly kind: "mixed-edges" | "shares-exceed-total";
  /** A sentence: what is wrong, and what to do to see it right. */
  readonly detail: string;
}

export interface SentQuery {
  readonly signal: SignalId;
  readonly purpose: "series" | "headline" | "reason";
  readonly promql: string;
}

export interface Answer {
  readonly schemaVersion: 1;
  readonly window: TimeWindow;
  /** Grid: startMs + i × stepMs for i in 0..pointCount-1; a point speaks for (t − rateWindowMs, t]. */
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCount: number;
  readonly rateWindowMs: number;
  readonly sampleSpacingMs: number | null;
  readonly source: { readonly slug: string; readonly kind: "prometheus"; readonly version: string | null };
  readonly engine: { readonly id: string; readonly version: string | null };
  /** Server time the newest part of this answer was read from the source. */
  readonly asOfMs: number;
  /** Set when the source failed and this is the last good answer. */
  readonly stale: { readonly sinceMs: number; readonly code: string; readonly reason: string } | null;
  readonly n: number | null;
  readonly coverageRatio: number;
  readonly completeness: "complete" | "partial";
  readonly warnings: readonly string[];
  readonly queries: readonly SentQuery[];
  readonly series: readonly AnswerSeries[];
  readonly counts: readonly CountSeries[];
  /** One for each signal asked. */
  readonly notes: readonly SignalNote[];
  /** When there are any. */
  readonly qualityWarnings?: readonly QualityWarning[];
  readonly split?: AnswerSplit;
  /** Of statistics over the whole window, when asked for: what marked windows took out of them. */
  readonly excludedTime?: ExcludedTime;
  /** When asked for. */
  readonly distributions?: readonly Distribution[];
}

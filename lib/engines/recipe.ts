/** How one canonical signal is had from one engine or exporter: metrics by name, what kind they are, how their units turn into ours. */

import type { ReportedRequests } from "@/lib/model/answer";

export interface LabelMatch {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** One metric under all the names it has had, newest first. */
export interface MetricRef {
  readonly names: readonly string[];
  readonly matches?: readonly LabelMatch[];
  /**
   * `process`: the series carry no model label, such as those of an HTTP front end, and belong to a model by the process they
   * come from. `gateway`: nor do these, and no process tells either, since a gateway names a model with its first request.
   * Default `engine`.
   */
  readonly placement?: "engine" | "process" | "gateway";
  /** Where this metric calls the model otherwise than the rest of its engine. */
  readonly modelLabel?: string;
  /** Old and new names are sent side by side and speak of the same events: the first name that answers counts alone. */
  readonly namesCoexist?: true;
  /**
   * With `namesCoexist`: labels of what sends the names. One stands in for another within each of these alone, so that a process or
   * pool that sends only the old name counts beside one that sends both.
   */
  readonly senderLabels?: readonly string[];
  /** Series that differ only in these labels tell the same thing again, such as the ranks of one tensor-parallel engine. */
  readonly duplicateLabels?: readonly string[];
  /** Series of a kind appear with their first event: while others of the metric are there, none of this kind means zero. */
  readonly isZeroWhileMetricExists?: true;
  /** Appears with its first event: while this other metric is there, none of it means zero. */
  readonly zeroWhilePresent?: MetricRef;
  /** Sent without its flag too, standing at zero: so it is while this counter of the same process is above it. */
  readonly disabledIfZeroDespite?: MetricRef;
  /** Moves when a request ends, not while it runs: standing still says nothing of requests in flight. */
  readonly incrementsAtRequestEnd?: true;
}

/** A mean that is not sum ÷ count of the histogram: Σ numerator ÷ (Σ minuend − Σ subtrahend). */
export interface MeanRecipe {
  readonly numerator: MetricRef;
  readonly minuend: MetricRef;
  readonly subtrahend: MetricRef;
}

export interface NotExposed {
  readonly kind: "not-exposed";
  readonly reason: string;
  /** What turns it on, in a sentence, where something does. */
  readonly flag?: string;
}

export type Recipe =
  /** Names without `_bucket`, `_sum`, `_count`. Canonical value = observation × scale. */
  | {
      readonly kind: "histogram";
      readonly metric: MetricRef;
      readonly scale?: number;
      readonly mean?: MeanRecipe;
      /** Which requests it observes; absent where nobody has seen the product do it. */
      readonly reports?: ReportedRequests;
      /** What turns it on, in a sentence, told when the source has no such metric. */
      readonly flag?: string;
    }
  /** Quantiles made by the process itself over a window of its own; of several processes the worst is told. */
  | { readonly kind: "summary"; readonly metric: MetricRef; readonly scale?: number; readonly flag?: string }
  /** Two counters whose ratio is a mean: no percentile can be had, and `why` says so. */
  | {
      readonly kind: "mean-only";
      readonly sum: MetricRef;
      readonly count: MetricRef;
      readonly scale: number;
      readonly why: string;
    }
  /** Alternatives in order: the first that has data answers. Canonical value = sample × scale. */
  | {
      readonly kind: "counter";
      readonly alternatives: readonly MetricRef[];
      /** Other kinds of the same event, counted apart and added; without one of them there is no number. */
      readonly plus?: readonly MetricRef[];
      /** Counts the same events for builds that lack the counter: asked in its place where names seen at a deployment say so. */
      readonly fallback?: MetricRef;
      readonly scale?: number;
      readonly flag?: string;
    }
  /** Canonical value = sample × scale. */
  | { readonly kind: "gauge"; readonly metric: MetricRef; readonly scale: number; readonly flag?: string }
  /** Σ part ÷ Σ whole of levels, or 1 less that; with `each` the worst of the ratios of single series. */
  | {
      readonly kind: "level-ratio";
      readonly part: MetricRef;
      readonly total: MetricRef;
      readonly each?: true;
      readonly complement?: true;
      readonly flag?: string;
    }
  /**
   * Σ rate of parts ÷ Σ rate of wholes, × scale, or 1 less the share. From rates, so that it is right also while a window is
   * only half full of samples.
   */
  | {
      readonly kind: "rate-ratio";
      readonly parts: readonly MetricRef[];
      readonly totals: readonly MetricRef[];
      readonly scale?: number;
      readonly complement?: true;
      readonly flag?: string;
    }
  /**
   * Rates that are a level by nature, summed over the metrics: mean queue depth from weighted time, share of time from time.
   * Or the largest of them, where they are shares of one time and would count it twice.
   */
  | {
      readonly kind: "rate-level";
      readonly metrics: readonly MetricRef[];
      readonly largest?: true;
      readonly scale: number;
      readonly flag?: string;
    }
  /**
   * How far the largest of all series stands above their mean, as a share of the mean: of the means rate(part) ÷ rate(whole) of
   * single series, or of levels where whole is null.
   */
  | {
      readonly kind: "spread";
      readonly part: MetricRef;
      readonly total: MetricRef | null;
      readonly flag?: string;
    }
  | NotExposed;

/** Short forms for the tables of engines. */
export const metric = (...names: readonly string[]): MetricRef => ({ names });
export const withLabels = (ref: MetricRef, labels: Readonly<Record<string, string>>): MetricRef => ({
  ...ref,
  matches: [
    ...(ref.matches ?? []),
    ...Object.entries(labels).map(([label, value]): LabelMatch => ({ label, operator: "=", value })),
  ],
});
export const histogram = (...names: readonly string[]): Recipe => ({ kind: "histogram", metric: { names } });
export const counter = (...alternatives: readonly MetricRef[]): Recipe => ({ kind: "counter", alternatives });
export const gauge = (ref: MetricRef, scale = 1): Recipe => ({ kind: "gauge", metric: ref, scale });
export const notExposed = (reason: string, flag?: string): NotExposed => ({
  kind: "not-exposed",
  reason,
  ...(flag === undefined ? {} : { flag }),
});

/** Recipes: how to query one signal from one engine or exporter, with metric names, kinds and unit conversion. */

import type { ReportedRequests } from "@/lib/model/answer";

/** Label matcher of a PromQL selector. */
export interface LabelMatcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** One metric with all names it has had, newest first. */
export interface MetricRef {
  readonly names: readonly string[];
  readonly matchers?: readonly LabelMatcher[];
  /**
   * `process`: the series have no model label, such as those of an HTTP front end, and belong to a model through
   * their process. `gateway`: the series have no model label, and the process does not identify a model either,
   * because a gateway learns a model's name with its first request. Default `engine`.
   */
  readonly placement?: "engine" | "process" | "gateway";
  /** The model label of this metric, when it differs from the rest of its engine. */
  readonly modelLabel?: string;
  /** Old and new names are sent together and count the same events. Only the first name with data is used. */
  readonly namesCoexist?: true;
  /**
   * With `namesCoexist`: labels that identify the sender. The choice of the name is made per sender, so that a
   * process or pool that sends only the old name counts together with one that sends both.
   */
  readonly senderLabels?: readonly string[];
  /**
   * Series that differ only in these labels report the same value, such as the ranks of one tensor-parallel engine.
   */
  readonly duplicateLabels?: readonly string[];
  /**
   * Series that exist wherever these events are counted, also before the first one, such as the responses with other
   * status codes. While they exist, a missing series means zero.
   */
  readonly zeroWhilePresent?: MetricRef;
  /** The series appears with its first event, and no other series shows that the events are counted. */
  readonly sinceFirstEvent?: ZeroUntilFirstEvent;
  /**
   * The metric is sent as zero even when it is not enabled. It is not enabled if it is zero although this counter of
   * the same process is above zero.
   */
  readonly disabledIfZeroDespite?: MetricRef;
  /** The counter increases at the end of a request. A constant value gives no information about requests in flight. */
  readonly incrementsAtRequestEnd?: true;
  /**
   * Counter of all requests at the layer that counts these events. The signal `requests` does not include those that
   * end before the engine, such as refusals. A ratio to requests divides by this counter instead.
   */
  readonly attempts?: MetricRef;
  /** The counter of requests increases when they arrive, so it does not show that requests finish. */
  readonly countsArrivals?: true;
}

/** Rule for a counter that does not exist before its first event: it counts as 0 while these series exist. */
export interface ZeroUntilFirstEvent {
  /** Series that exist while the deployment counts anything. */
  readonly zeroWhilePresent: MetricRef;
  /** Series that show that the events are counted once one of them was observed; default: the series itself. */
  readonly onceObserved?: MetricRef;
}

/** A mean other than sum ÷ count of the histogram: Σ numerator ÷ (Σ minuend − Σ subtrahend). */
export interface CounterMeanRecipe {
  readonly numerator: MetricRef;
  readonly minuend: MetricRef;
  readonly subtrahend: MetricRef;
}

/** Reason why an engine does not expose a signal. */
export interface NotExposed {
  readonly kind: "not-exposed";
  readonly reason: string;
  /** A sentence that states how to enable it, when it can be enabled. */
  readonly howToEnable?: string;
}

/** How a signal is computed from the metrics of an engine or exporter. */
export type Recipe =
  /** Names without `_bucket`, `_sum`, `_count`. Canonical value = observation × scale. */
  | {
      readonly kind: "histogram";
      readonly metric: MetricRef;
      readonly scale?: number;
      readonly mean?: CounterMeanRecipe;
      /** Which requests it observes; absent when this was not verified with the product. */
      readonly observedRequests?: ReportedRequests;
      /** A sentence that states how to enable it, displayed when the source does not have the metric. */
      readonly howToEnable?: string;
    }
  /** Quantiles computed by the process over its configured window. The worst of several processes is displayed. */
  | {
      readonly kind: "summary";
      readonly metric: MetricRef;
      readonly scale?: number;
      readonly howToEnable?: string;
    }
  /** Two counters whose ratio is a mean. `percentilesAbsentReason` explains why there are no percentiles. */
  | {
      readonly kind: "mean-only";
      readonly sum: MetricRef;
      readonly count: MetricRef;
      readonly scale: number;
      readonly percentilesAbsentReason: string;
    }
  /** Alternatives in order of preference: the first with data is used. Canonical value = sample × scale. */
  | {
      readonly kind: "counter";
      readonly alternatives: readonly MetricRef[];
      /**
       * Separate counters of other kinds of the same event, which are added. When one of them is missing, there is no
       * value.
       */
      readonly addedCounters?: readonly MetricRef[];
      /**
       * Counter of the same events in builds without this one. Used when only its name was observed at a deployment.
       */
      readonly fallback?: MetricRef;
      /**
       * Series that exist at each target that counts these events, also before the first one. The alternative is
       * chosen per target, and zero is reported only when every target has one of these series.
       */
      readonly countingTargetSeries?: readonly MetricRef[];
      /** A sentence for a deployment without evidence that these events are counted. */
      readonly whyNotCounted?: string;
      readonly scale?: number;
      readonly howToEnable?: string;
    }
  /** Canonical value = sample × scale. */
  | {
      readonly kind: "gauge";
      readonly metric: MetricRef;
      readonly scale: number;
      readonly howToEnable?: string;
    }
  /** Σ numerator ÷ Σ denominator of gauges, or 1 minus that; with `isPerSeries`, the worst ratio of an individual series. */
  | {
      readonly kind: "gauge-ratio";
      readonly numerator: MetricRef;
      readonly denominator: MetricRef;
      readonly isPerSeries?: true;
      readonly isComplement?: true;
      readonly howToEnable?: string;
    }
  /**
   * Σ rate of numerators ÷ Σ rate of denominators, × scale, or 1 minus that. Because it uses rates, it is also correct when the
   * window is only partly covered by samples.
   */
  | {
      readonly kind: "rate-ratio";
      readonly numerators: readonly MetricRef[];
      readonly denominators: readonly MetricRef[];
      readonly scale?: number;
      readonly isComplement?: true;
      readonly howToEnable?: string;
    }
  /**
   * Rates whose value is the state itself, summed over the metrics: mean queue depth from weighted time, or share of time from time.
   * With `takesLargest`, the maximum instead of the sum, for shares of the same time that would count twice.
   */
  | {
      readonly kind: "rate-as-gauge";
      readonly metrics: readonly MetricRef[];
      readonly takesLargest?: true;
      readonly scale: number;
      readonly howToEnable?: string;
    }
  /**
   * By how much the largest of all series exceeds their mean, as a share of the mean: of the means
   * rate(numerator) ÷ rate(denominator) of individual series, or of gauges when denominator is null.
   */
  | {
      readonly kind: "spread";
      readonly numerator: MetricRef;
      readonly denominator: MetricRef | null;
      readonly howToEnable?: string;
    }
  | NotExposed;

/** Creates a reference to a metric with these names, newest first. */
export const metricRef = (...names: readonly string[]): MetricRef => ({ names });
/** Restricts a metric to series with these label values. */
export const withLabels = (ref: MetricRef, labels: Readonly<Record<string, string>>): MetricRef => ({
  ...ref,
  matchers: [
    ...(ref.matchers ?? []),
    ...Object.entries(labels).map(([label, value]): LabelMatcher => ({ label, operator: "=", value })),
  ],
});
/** Creates the recipe for a histogram with these names, newest first. */
export const histogram = (...names: readonly string[]): Recipe => ({ kind: "histogram", metric: { names } });
/** Creates the recipe for a counter: the first of these alternatives that has data. */
export const counter = (...alternatives: readonly MetricRef[]): Recipe => ({ kind: "counter", alternatives });
/** Creates the recipe for a gauge. The canonical value is the sample × `scale`. */
export const gauge = (ref: MetricRef, scale = 1): Recipe => ({ kind: "gauge", metric: ref, scale });
/**
 * Creates the recipe for a signal that is not exposed. `howToEnable` is a sentence that states how to enable
 * it.
 */
export const notExposed = (reason: string, howToEnable?: string): NotExposed => ({
  kind: "not-exposed",
  reason,
  ...(howToEnable === undefined ? {} : { howToEnable }),
});

/** Recipes: how to query one signal from one engine or exporter, with metric names, kinds and unit conversion. */

import type { ReportedRequests } from "@/lib/model/answer";

/** Label matcher of a PromQL selector. */
export interface LabelMatcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** One metric with all names that it has had, the newest name first. */
export interface MetricRef {
  readonly names: readonly string[];
  readonly matchers?: readonly LabelMatcher[];
  /**
   * How the series are matched to a model. `model-label`, the default: by their model label. `process`: the series have
   * no model label, such as those of an HTTP front end, so they are matched by their process. `gateway`: the series
   * have no model label, and the process does not identify a model either, because a gateway learns a model's name with
   * the first request.
   */
  readonly matchedBy?: "model-label" | "process" | "gateway";
  /** The model label of this metric, if it differs from the model label of the engine's other metrics. */
  readonly modelLabel?: string;
  /**
   * True if old and new names are sent together and count the same events. Only the first name with data is then used.
   */
  readonly namesCoexist?: true;
  /**
   * With `namesCoexist`: labels that identify the sender. The name is chosen per sender, so that a sender (a process or
   * pool) that sends only the old name is counted together with a sender that sends both names.
   */
  readonly senderLabels?: readonly string[];
  /**
   * Series that differ only in these labels report the same value, such as the ranks of one tensor-parallel engine.
   */
  readonly duplicateLabels?: readonly string[];
  /**
   * Series that exist wherever these events are counted, also before the first event. An example is the series of
   * responses with other status codes. While such a series exists, a missing series of this metric means zero.
   */
  readonly zeroWhilePresent?: MetricRef;
  /** Set if the series appears only with the first event, and no other series shows that the events are counted. */
  readonly zeroUntilFirstEvent?: ZeroUntilFirstEvent;
  /**
   * Counter of the same process that shows whether this metric is enabled. Set for a metric that is sent as zero if it
   * is not enabled: if the metric is zero although this counter is above zero, the metric is not enabled.
   */
  readonly disabledIfZeroDespite?: MetricRef;
  /**
   * True if the counter increases only at the end of a request, so that a constant value gives no information about
   * requests in flight.
   */
  readonly incrementsAtRequestEnd?: true;
  /**
   * Counter of all requests at the layer that counts these events. A ratio to requests divides by this counter, because
   * the signal `requests` does not include requests that never reach the engine, such as refused requests.
   */
  readonly layerRequests?: MetricRef;
  /** True if the counter of requests increases when requests arrive, so that it does not show that requests finish. */
  readonly countsArrivals?: true;
}

/** Rule for a counter that does not exist before its first event: it counts as 0 while these series exist. */
export interface ZeroUntilFirstEvent {
  /** Series that exist while the deployment counts anything. */
  readonly zeroWhilePresent: MetricRef;
  /**
   * Series that show that the events are counted, as soon as one of these series was observed. By default, the series
   * of the counter.
   */
  readonly onceObserved?: MetricRef;
}

/** A mean that is not sum ÷ count of the histogram, but Σ numerator ÷ (Σ minuend − Σ subtrahend). */
export interface CounterMeanRecipe {
  readonly numerator: MetricRef;
  readonly minuend: MetricRef;
  readonly subtrahend: MetricRef;
}

/** Reason why an engine does not expose a signal. */
export interface NotExposed {
  readonly kind: "not-exposed";
  readonly reason: string;
  /** A sentence that states how to enable the signal; absent if it cannot be enabled. */
  readonly howToEnable?: string;
}

/** How a signal is computed from the metrics of an engine or exporter. */
export type Recipe =
  /** A histogram. Its names have no suffix `_bucket`, `_sum` or `_count`. Canonical value = observation × scale. */
  | {
      readonly kind: "histogram";
      readonly metric: MetricRef;
      readonly scale?: number;
      readonly mean?: CounterMeanRecipe;
      /** Which requests the histogram observes; absent if this was not verified with the product. */
      readonly observedRequests?: ReportedRequests;
      /** A sentence that states how to enable the metric. Displayed if the source does not have the metric. */
      readonly howToEnable?: string;
    }
  /**
   * A summary: quantiles that each process computes over its configured window. If several processes report quantiles,
   * the worst value is displayed.
   */
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
  /**
   * A counter. Of the alternatives, in order of preference, the first with data is used. Canonical value = sample ×
   * scale.
   */
  | {
      readonly kind: "counter";
      readonly alternatives: readonly MetricRef[];
      /**
       * Separate counters for further kinds of the event, which are added. If one of them is missing, there is no
       * value.
       */
      readonly addedCounters?: readonly MetricRef[];
      /**
       * Counter of the same events in builds that lack the counters in `alternatives`. Used if only the fallback was
       * observed at a deployment.
       */
      readonly fallback?: MetricRef;
      /**
       * Series that exist at each target that counts these events, also before the first event. If set, the alternative
       * is chosen per target, and zero is reported only if every target has one of these series.
       */
      readonly countingTargetSeries?: readonly MetricRef[];
      /** A sentence for a deployment without evidence that these events are counted. */
      readonly whyNotCounted?: string;
      readonly scale?: number;
      readonly howToEnable?: string;
    }
  /** A gauge. Canonical value = sample × scale. */
  | {
      readonly kind: "gauge";
      readonly metric: MetricRef;
      readonly scale: number;
      readonly howToEnable?: string;
    }
  /**
   * A ratio of gauges: Σ numerator ÷ Σ denominator, or 1 minus this ratio. With `isPerSeries`, the worst ratio of an
   * individual series.
   */
  | {
      readonly kind: "gauge-ratio";
      readonly numerator: MetricRef;
      readonly denominator: MetricRef;
      readonly isPerSeries?: true;
      readonly isComplement?: true;
      readonly howToEnable?: string;
    }
  /**
   * A ratio of counters: Σ rate of numerators ÷ Σ rate of denominators, × scale, or 1 minus this ratio. It is also
   * correct if samples cover only a part of the window, because both rates are then too low by the same factor.
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
   * A state that is the rate of a counter, summed over the metrics: a mean queue depth from a counter of weighted time,
   * or a share of time from a counter of time. With `takesLargest`, the maximum is used instead of the sum, for shares
   * of time that overlap.
   */
  | {
      readonly kind: "rate-as-gauge";
      readonly metrics: readonly MetricRef[];
      readonly takesLargest?: true;
      readonly scale: number;
      readonly howToEnable?: string;
    }
  /**
   * By how much the largest series exceeds the mean of all series, as a share of this mean. The value of a series is
   * rate(numerator) ÷ rate(denominator), or the gauge itself if `denominator` is null.
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

/** Definition of a serving engine: how to recognize it, and a recipe for every engine signal. */
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import type { MetricRef, Recipe } from "./recipe";

/** Metric with the constant value 1 whose labels describe how a server was started. */
export interface InfoMetric {
  readonly metric: MetricRef;
  /** Labels that the server measures at startup. They differ from start to start without a configuration change. */
  readonly startupMeasuredLabels?: readonly string[];
  /** Label with the version of the engine, or of the software that runs it. Absent if no label contains a version. */
  readonly versionLabel?: string;
  /** Name of the software whose version the label contains. Absent if it is the engine. */
  readonly versionedSoftware?: string;
}

/** Labels of an info metric that describe the KV cache of one instance. */
export interface KvCacheInfoMetric {
  readonly metric: MetricRef;
  readonly blockCountLabel: string;
  readonly tokensPerBlockLabel: string;
  /** Label with the number format of the cache. */
  readonly numberFormatLabel?: string;
}

/**
 * Serving engine, gateway or training framework: how it is detected, and how its signals are computed from
 * its metrics.
 */
export interface Engine {
  readonly id: EngineId;
  readonly title: string;
  /**
   * `gateway`: passes requests on to engines that may be scraped as well, so that the same request could count twice.
   */
  readonly role: "engine" | "gateway" | "training";
  /** Metrics whose presence identifies the engine; newest first. */
  readonly detectionMetrics: readonly string[];
  /** Regular expression, anchored at both ends, for the engine's metric names. Upgrades add or remove such names. */
  readonly metricNamesPattern: string;
  /** Label with the name of the model. Null if no label names it, so that the scrape job identifies the model. */
  readonly modelLabel: string | null;
  readonly signals: { readonly [Id in FamilySignalId<"engine">]: Recipe };
  /** A counter that increases when work arrives or completes. It distinguishes idle from stalled. */
  readonly activityCounter: MetricRef;
  /**
   * A metric that exists before the first request, for engines whose other series appear only with the first request.
   * While this metric exists and `activityCounter` does not, the engine has had no traffic since it started, and no
   * metric is missing.
   */
  readonly metricPresentBeforeRequests?: MetricRef;
  /**
   * A metric that changes with every step while requests run, for engines whose counter of output tokens does not. A
   * constant value under load means a stall.
   */
  readonly progressMetric?: MetricRef;
  /** True if the gauge of running requests counts all requests in flight, including those that wait. */
  readonly runningIncludesWaiting?: true;
  /** A sentence that states how to enable metrics. Absent for engines that expose them by default. */
  readonly howToEnableMetrics?: string;
  /**
   * Engines that also expose the metrics of this engine, and have a higher precedence in discovery. An instance that is
   * recognized as one of these engines is not recognized as this engine.
   */
  readonly lowerPrecedenceThan?: readonly EngineId[];
  /** For a signal that deviates from its definition, a text that states how. It is displayed with the value. */
  readonly caveats?: { readonly [Id in FamilySignalId<"engine">]?: string };
  /** Label of the `requests` counter with the finish reason; absent when the engine does not report it. */
  readonly finishReasonLabel?: string;
  /**
   * Labels of counters with the outcome of a request. Discovery records which outcomes were observed, because some
   * series appear with their first event.
   */
  readonly outcomeLabels?: readonly string[];
  /** Metrics with flags and version; absent when the engine exposes neither. */
  readonly infoMetrics?: readonly InfoMetric[];
  /** Absent when the engine does not report the size of its cache. */
  readonly cacheConfig?: KvCacheInfoMetric;
  /** True if the engine by default uses chunked prefill, in which prompts are computed in the same steps as decodes. */
  readonly usesChunkedPrefill?: true;
}

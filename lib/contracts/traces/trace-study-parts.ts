/** Parts of the responses about many traces. */
import { z } from "zod";
import { requestOutcomes } from "@/lib/model/traces/request-outcome";
import { phaseIds } from "@/lib/model/traces/phase";
import { slownessMeasures, traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { problem, timeWindow } from "@/lib/contracts/fields";
import { similarNames } from "./trace-conditions";

/** Returns the schema of a list with at most `max` rows and the number of omitted rows. */
function truncatedList<T extends z.ZodType>(row: T, max: number) {
  return z.object({ rows: z.array(row).max(max), omittedCount: z.number().int() });
}

/** Schema of percentiles and maximum. */
export const quantileSummary = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  max: z.number(),
});

const phaseNs = z.record(z.enum(phaseIds), z.number());

/** Fields that state how many traces were read, and why reading stopped. */
export const retrievalStats = {
  /** Maximum number of traces to read. */
  requestedCount: z.number().int(),
  /** Traces that were read, including those of a server start. */
  returnedCount: z.number().int(),
  /** Number of traces of a server start. Statistics exclude these traces. */
  startupTraceCount: z.number().int(),
  /** True if traces are missing: reading stopped early, or intervals could not be read completely. */
  isTruncated: z.boolean(),
  /** Null if reading did not stop early. */
  stoppedBy: z.enum(["max-traces", "max-spans", "max-queries", "time", "failure"]).nullable(),
  /** Part of the window that was read completely. */
  coveredWindow: timeWindow,
  /** Intervals with more traces than the source returns at once. */
  unreadIntervalCount: z.number().int(),
} as const;

/** Schema of which requests the study is computed from. */
export const studyRetrieval = z.object({
  ...retrievalStats,
  service: z.string(),
  filteredOutCount: z.number().int(),
  ...similarNames,
  failure: problem.nullable(),
  /** Requests behind the numbers. Traces of a server start and traces without spans are excluded. */
  analysedRequestCount: z.number().int(),
  queryCount: z.number().int(),
});

/**
 * Schema of the requests that the metric counted in the time for which the traces are complete, or why the metric is
 * unavailable.
 */
export const studyMetrics = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("reported"),
    window: timeWindow,
    /** Number of requests that ended in this window and were read as traces. `requestCount` is the number that the metric counted. */
    traceCount: z.number().int(),
    requestCount: z.number(),
    /** Fraction of the window without samples of the metric. */
    unscrapedRatio: z.number(),
  }),
  /** Reason as a sentence. `isPending`: the metrics are still being read. */
  z.object({ kind: z.literal("unavailable"), reason: z.string(), isPending: z.boolean() }),
]);

/** Schema of the operation table. */
export const studyOperations = truncatedList(
  z.object({
    service: z.string(),
    name: z.string(),
    spanCount: z.number().int(),
    traceCount: z.number().int(),
    errorCount: z.number().int(),
    abortCount: z.number().int(),
    totalNs: z.number(),
    selfNs: z.number(),
    criticalNs: z.number(),
    shareOfTime: z.number(),
    shareOfCriticalPath: z.number(),
    durationNs: quantileSummary,
  }),
  traceStudyLimits.maxOperations,
);

const phaseBand = z.object({
  fromQuantile: z.number(),
  toQuantile: z.number(),
  n: z.number().int(),
  minNs: z.number(),
  maxNs: z.number(),
  meanNs: z.number(),
  phaseNs,
});

const growth = z.object({
  measure: z.enum(["ttft", "prefill", "decode", "duration"]),
  lengthKind: z.enum(["prompt", "output"]),
  n: z.number().int(),
  /** Regression line in nanoseconds per token. */
  line: z
    .object({
      slope: z.number(),
      lower: z.number(),
      upper: z.number(),
      intercept: z.number(),
      explainedRatio: z.number(),
      n: z.number().int(),
    })
    .nullable(),
  reason: z.string().nullable(),
  bins: z
    .array(
      z.object({ fromTokens: z.number(), toTokens: z.number(), n: z.number().int(), medianNs: z.number() }),
    )
    .max(traceStudyLimits.maxLengthBins),
});

const gap = z.object({
  service: z.string(),
  name: z.string(),
  afterOperation: z.string().nullable(),
  beforeOperation: z.string().nullable(),
  gapCount: z.number().int(),
  totalNs: z.number(),
  perTraceNs: z.number(),
  lengthNs: quantileSummary,
});

const repeatedCall = z.object({
  kind: z.enum(["one-after-another", "side-by-side"]),
  service: z.string(),
  name: z.string(),
  calledService: z.string(),
  calledName: z.string(),
  parentCount: z.number().int(),
  traceCount: z.number().int(),
  medianCalls: z.number(),
  maxCalls: z.number(),
  totalNs: z.number(),
  criticalNs: z.number(),
});

/** Fields with the phases, gaps and calls of the requests. */
export const studyBreakdown = {
  bands: z.array(phaseBand).max(10),
  /** Requests around the median; null when there are too few requests. */
  median: phaseBand.nullable(),
  shares: z
    .object({
      traceCount: z.number().int(),
      totalNs: z.number(),
      work: z.number(),
      waiting: z.number(),
      overhead: z.number(),
      serialization: z.number(),
      other: z.number(),
      unexplained: z.number(),
    })
    .nullable(),
  /** Mean time to first token over the requests that report it; null if no request does. */
  ttft: z
    .object({
      ttftNs: z.number(),
      phaseNs,
      sumNs: z.number(),
      n: z.number().int(),
      traceCount: z.number().int(),
    })
    .nullable(),
  gaps: truncatedList(gap, traceStudyLimits.maxGaps),
  repeatedCalls: truncatedList(repeatedCall, traceStudyLimits.maxRepeatedCalls),
  growth: z.array(growth).max(8),
};

/** Fields with the histogram of durations and the check of trace sampling. */
export const studyDurations = {
  histogram: z.object({
    bins: z
      .array(
        z.object({
          fromNs: z.number(),
          toNs: z.number().nullable(),
          traceCount: z.number().int(),
          /**
           * Requests counted by the metric between the same edges in the same window; null when the metric is
           * unavailable.
           */
          metricCount: z.number().nullable(),
        }),
      )
      .max(traceStudyLimits.maxDurationBins),
    /** Number of requests in the bins: the compared requests, or all requests if the metric is unavailable. */
    n: z.number().int(),
    /** Requests that ended in error and are not compared. Engines record the duration of finished requests only. */
    failedCount: z.number().int(),
    /** Requests in `n` that are compared by their full duration because no span is known as the engine's. */
    fullRequestCount: z.number().int(),
  }),
  slowSampling: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("checked"),
      edgeNs: z.number(),
      shareAboveEdge: z.number(),
      verdict: z.enum(["as-expected", "too-few", "too-many", "inconclusive"]),
      n: z.number().int(),
      expectedCount: z.number(),
      observedCount: z.number().int(),
      pValue: z.number(),
      /**
       * Fraction of the requests counted by the metric that were read as traces. Null if requests failed, because it is unknown
       * whether the metric counts failed requests.
       */
      samplingRatio: z.number().nullable(),
      /** Numbers of the same check with the failed requests included, if they give a different verdict; otherwise null. */
      withFailedRequests: z
        .object({ failedCount: z.number().int(), expectedCount: z.number(), observedCount: z.number().int() })
        .nullable(),
      remedy: z
        .object({
          processor: z.literal("tail_sampling"),
          policy: z.literal("latency"),
          thresholdMs: z.number(),
        })
        .nullable(),
    }),
    z.object({ kind: z.literal("not-checked"), reason: z.string() }),
  ]),
  points: z
    .array(
      z.object({
        traceId: z.string(),
        startMs: z.number(),
        /** Duration of the trace, as in the list. Work after the root span and spans with wrong times are included. */
        durationNs: z.number(),
        /** Error if at least one span ended in error. */
        outcome: z.enum(requestOutcomes),
      }),
    )
    .max(traceStudyLimits.maxTraces),
};

const feature = z.object({ attribute: z.string(), service: z.string().nullable() });

/** Schema of a condition on an attribute. */
export const featureMatch = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal("missing") }),
  z.object({ kind: z.literal("range"), above: z.number().nullable(), upTo: z.number().nullable() }),
]);

/** Schema of the category of an attribute: where a request ran, or the request itself. */
export const attributeCategory = z.enum(["infrastructure", "request"]);

/**
 * Schema of an attribute value that selects nearly the same requests as another value ("same"), or nearly all
 * requests that the other value does not select ("complement").
 */
export const equivalentSplit = z.object({
  feature,
  match: featureMatch,
  relation: z.enum(["same", "complement"]),
});

const attributeDifference = z.object({
  /** Time by which these requests are slow. */
  by: z.enum(slownessMeasures),
  feature,
  match: featureMatch,
  category: attributeCategory,
  equivalents: z.array(equivalentSplit),
  slowCount: z.number().int(),
  restCount: z.number().int(),
  slowShare: z.number(),
  restShare: z.number(),
  shareDifference: z.number(),
  pValue: z.number(),
  mayBeChance: z.boolean(),
});

/** Schema of the comparison of slow requests with the other requests. */
export const studySlow = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unavailable"), reason: z.string() }),
  z.object({
    kind: z.literal("too-few"),
    thresholdNs: z.number(),
    slowCount: z.number().int(),
    restCount: z.number().int(),
    neededCount: z.number().int(),
    /** Highest quantile with enough requests above and below its threshold; null if there is none. */
    sufficientQuantile: z.object({ q: z.number(), slowCount: z.number().int() }).nullable(),
  }),
  z.object({
    kind: z.literal("differences"),
    by: z.enum(slownessMeasures),
    thresholdNs: z.number(),
    /** Quantile of the threshold; null for a threshold chosen in milliseconds. */
    quantile: z.number().nullable(),
    /** Default quantile and number of requests above it, if a lower quantile was used because these were too few; otherwise null. */
    defaultSlowQuantile: z.object({ q: z.number(), slowCount: z.number().int() }).nullable(),
    slowCount: z.number().int(),
    restCount: z.number().int(),
    /** Number of requests that do not report the time by which requests count as slow. */
    missingTimeCount: z.number().int(),
    testCount: z.number().int(),
    differences: truncatedList(attributeDifference, traceStudyLimits.maxAttributeDifferences),
    /**
     * Set if the first row rests on the other definition of slow (TTFT instead of duration, or the reverse), because
     * infrastructure differs more by that definition than by the requested definition.
     */
    otherTime: z
      .object({
        by: z.enum(slownessMeasures),
        thresholdNs: z.number(),
        quantile: z.number().nullable(),
        slowCount: z.number().int(),
        restCount: z.number().int(),
      })
      .nullable(),
    excludedAttributes: truncatedList(
      z.object({ feature, reason: z.enum(["text", "different-for-each"]) }),
      traceStudyLimits.maxAttributeDifferences,
    ),
  }),
]);

/** The answers over many traces, piece by piece. */
import { z } from "zod";
import { phaseIds } from "@/lib/model/phase";
import { slowTimes, studyBounds } from "@/lib/model/study-bounds";
import { problem, timeWindow } from "./fields";
import { nearNames } from "./trace-conditions";

/** Rows of a list that is cut at its most, and how many were cut. */
function truncatedList<T extends z.ZodType>(row: T, max: number) {
  return z.object({ rows: z.array(row).max(max), omittedCount: z.number().int() });
}

export const spread = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  max: z.number(),
});

const phaseNs = z.record(z.enum(phaseIds), z.number());

/** How far many traces were read, and what became of them. */
export const retrievalStats = {
  requested: z.number().int(),
  returned: z.number().int(),
  /** Traces of a server's start, which are in no number. */
  startupTraces: z.number().int(),
  isTruncated: z.boolean(),
  stoppedBy: z.enum(["max-traces", "max-spans", "max-queries", "time", "failure"]).nullable(),
  /** The part of the window that was read whole. */
  covered: timeWindow,
  unreadIntervals: z.number().int(),
} as const;

export const studyRetrieval = z.object({
  ...retrievalStats,
  service: z.string(),
  filteredOut: z.number().int(),
  ...nearNames,
  failure: problem.nullable(),
  /** Of those that came, requests that are in the numbers; the others are a server's start, or have no spans. */
  requests: z.number().int(),
  queryCount: z.number().int(),
});

/** The metrics beside the traces, over the part of the window in which every request that ended can be known. */
export const studyMetrics = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("reported"),
    window: timeWindow,
    /** Requests read that ended in it, and those that the metrics count. */
    traces: z.number().int(),
    requests: z.number(),
    /** Share of that time without samples of the metric. */
    unscraped: z.number(),
  }),
  /** A sentence. */
  z.object({ kind: z.literal("unavailable"), reason: z.string() }),
]);

export const studyOperations = truncatedList(
  z.object({
    service: z.string(),
    name: z.string(),
    spans: z.number().int(),
    traces: z.number().int(),
    errors: z.number().int(),
    totalNs: z.number(),
    selfNs: z.number(),
    criticalNs: z.number(),
    shareOfTime: z.number(),
    shareOfCriticalPath: z.number(),
    durationNs: spread,
  }),
  studyBounds.operations,
);

const phaseBand = z.object({
  from: z.number(),
  to: z.number(),
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
  /** Nanoseconds per token. */
  line: z
    .object({
      slope: z.number(),
      lower: z.number(),
      upper: z.number(),
      base: z.number(),
      explained: z.number(),
      n: z.number().int(),
    })
    .nullable(),
  reason: z.string().nullable(),
  bins: z
    .array(z.object({ from: z.number(), to: z.number(), n: z.number().int(), medianNs: z.number() }))
    .max(studyBounds.lengthBins),
});

const gap = z.object({
  service: z.string(),
  name: z.string(),
  after: z.string().nullable(),
  before: z.string().nullable(),
  gaps: z.number().int(),
  totalNs: z.number(),
  perTraceNs: z.number(),
  lengthNs: spread,
});

const repeatedCall = z.object({
  kind: z.enum(["one-after-another", "side-by-side"]),
  service: z.string(),
  name: z.string(),
  calledService: z.string(),
  calledName: z.string(),
  parents: z.number().int(),
  traces: z.number().int(),
  median: z.number(),
  max: z.number(),
  totalNs: z.number(),
  criticalNs: z.number(),
});

export const studyBreakdown = {
  bands: z.array(phaseBand).max(10),
  /** The requests around the median; null with too few to have any. */
  median: phaseBand.nullable(),
  shares: z
    .object({
      traces: z.number().int(),
      totalNs: z.number(),
      work: z.number(),
      waiting: z.number(),
      overhead: z.number(),
      serialization: z.number(),
      otherTime: z.number(),
      unexplained: z.number(),
    })
    .nullable(),
  /** Mean over the requests that tell their first token; null where none does. */
  ttft: z
    .object({
      ttftNs: z.number(),
      phaseNs,
      sumNs: z.number(),
      n: z.number().int(),
      total: z.number().int(),
    })
    .nullable(),
  gaps: truncatedList(gap, studyBounds.gaps),
  repeated: truncatedList(repeatedCall, studyBounds.repeatedCalls),
  growth: z.array(growth).max(8),
};

export const studyDurations = {
  histogram: z.object({
    bins: z
      .array(
        z.object({
          fromNs: z.number(),
          toNs: z.number().nullable(),
          traces: z.number().int(),
          /** What the metric counts between the same edges in the same window; null where it does not tell. */
          metric: z.number().nullable(),
        }),
      )
      .max(studyBounds.durationBins),
    /** Requests in the bins: those set beside the metric, or all where that is not told. */
    n: z.number().int(),
    /** Ended in error and left out beside the metric: engines time the requests that they finish. */
    failed: z.number().int(),
    /** Of `n`, how many stand with the whole request's time beside the metric, since no span of theirs is known as the engine's. */
    fullRequestCount: z.number().int(),
  }),
  tail: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("checked"),
      edgeNs: z.number(),
      shareAbove: z.number(),
      verdict: z.enum(["as-expected", "too-few", "too-many", "cannot-tell"]),
      n: z.number().int(),
      expected: z.number(),
      observed: z.number().int(),
      pValue: z.number(),
      /** Null where requests failed too: then it is not known which of them the metric counts. */
      samplingRatio: z.number().nullable(),
      /** The failed requests that another verdict would follow from, and what is there with them; null where none would. */
      withFailedRequests: z
        .object({ failed: z.number().int(), expected: z.number(), observed: z.number().int() })
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
        durationNs: z.number(),
        /** Any of its spans ended in error. */
        isError: z.boolean(),
      }),
    )
    .max(studyBounds.max),
};

const feature = z.object({ attribute: z.string(), service: z.string().nullable() });

export const featureMatch = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal("missing") }),
  z.object({ kind: z.literal("range"), above: z.number().nullable(), upTo: z.number().nullable() }),
]);

/** Where a request ran, or what was asked of it. */
export const featureCategory = z.enum(["infrastructure", "request"]);

/** What else parts the requests in nearly the same way: nearly the same requests have it, or nearly all others. */
export const equivalentSplit = z.object({
  feature,
  match: featureMatch,
  relation: z.enum(["same", "complement"]),
});

const attributeDifference = z.object({
  /** The time by which these are slow. */
  by: z.enum(slowTimes),
  feature,
  match: featureMatch,
  category: featureCategory,
  equivalents: z.array(equivalentSplit),
  slow: z.number().int(),
  rest: z.number().int(),
  slowShare: z.number(),
  restShare: z.number(),
  difference: z.number(),
  pValue: z.number(),
  mayBeChance: z.boolean(),
});

export const studySlow = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unavailable"), reason: z.string() }),
  z.object({
    kind: z.literal("too-few"),
    thresholdNs: z.number(),
    slow: z.number().int(),
    rest: z.number().int(),
    needed: z.number().int(),
    /** The highest quantile that leaves enough on both sides; null where none does. */
    sufficientQuantile: z.object({ q: z.number(), slow: z.number().int() }).nullable(),
  }),
  z.object({
    kind: z.literal("differences"),
    by: z.enum(slowTimes),
    thresholdNs: z.number(),
    /** The quantile that the threshold is; null for a time of one's own. */
    quantile: z.number().nullable(),
    /** The usual quantile and the requests above it, where these are too few and a lower one was taken. */
    defaultQuantile: z.object({ q: z.number(), slow: z.number().int() }).nullable(),
    slow: z.number().int(),
    rest: z.number().int(),
    /** Requests that do not tell the time it is by. */
    missingTime: z.number().int(),
    testCount: z.number().int(),
    differences: truncatedList(attributeDifference, studyBounds.separations),
    /** Where the first row tells where the slow ran by the other time, since that says more of it than the one asked for. */
    otherTime: z
      .object({
        by: z.enum(slowTimes),
        thresholdNs: z.number(),
        quantile: z.number().nullable(),
        slow: z.number().int(),
        rest: z.number().int(),
      })
      .nullable(),
    excludedAttributes: truncatedList(
      z.object({ feature, reason: z.enum(["text", "different-for-each"]) }),
      studyBounds.separations,
    ),
  }),
]);

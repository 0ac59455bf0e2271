/** The answers over many traces, piece by piece. */
import { z } from "zod";
import { phaseIds } from "@/lib/model/phase";
import { slowTimes, studyBounds } from "@/lib/model/study-bounds";
import { problem, timeWindow } from "./fields";
import { nearNames } from "./trace-conditions";

/** Rows of a list that is cut at its most, and how many were cut. */
function cutList<T extends z.ZodType>(row: T, most: number) {
  return z.object({ rows: z.array(row).max(most), leftOut: z.number().int() });
}

export const spread = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  most: z.number(),
});

const phaseNs = z.record(z.enum(phaseIds), z.number());

/** How far many traces were read, and what became of them. */
export const tracesRead = {
  asked: z.number().int(),
  got: z.number().int(),
  /** Traces of a server's start, which are in no number. */
  startUps: z.number().int(),
  cut: z.boolean(),
  endedBy: z.enum(["most", "spans", "questions", "time", "failure"]).nullable(),
  /** The part of the window that was read whole. */
  covered: timeWindow,
  unreadSlices: z.number().int(),
} as const;

export const studyReading = z.object({
  ...tracesRead,
  service: z.string(),
  filteredOut: z.number().int(),
  ...nearNames,
  failure: problem.nullable(),
  /** Of those that came, requests that are in the numbers; the others are a server's start, or have no spans. */
  requests: z.number().int(),
  slices: z.number().int(),
});

/** The metrics beside the traces, over the part of the window in which every request that ended can be known. */
export const studyMetrics = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("told"),
    window: timeWindow,
    /** Requests read that ended in it, and those that the metrics count. */
    traces: z.number().int(),
    requests: z.number(),
    /** Share of that time without samples of the metric. */
    unscraped: z.number(),
  }),
  /** A sentence. */
  z.object({ kind: z.literal("not-told"), why: z.string() }),
]);

export const studyOperations = cutList(
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
  leastNs: z.number(),
  mostNs: z.number(),
  meanNs: z.number(),
  phaseNs,
});

const growth = z.object({
  of: z.enum(["ttft", "prefill", "decode", "duration"]),
  by: z.enum(["prompt", "output"]),
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
  most: z.number(),
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
      other: z.number(),
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
      of: z.number().int(),
    })
    .nullable(),
  gaps: cutList(gap, studyBounds.gaps),
  repeated: cutList(repeatedCall, studyBounds.repeatedCalls),
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
    whole: z.number().int(),
  }),
  tail: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("checked"),
      edgeNs: z.number(),
      shareAbove: z.number(),
      verdict: z.enum(["as-expected", "too-few", "too-many", "cannot-tell"]),
      n: z.number().int(),
      expected: z.number(),
      got: z.number().int(),
      chance: z.number(),
      /** Null where requests failed too: then it is not known which of them the metric counts. */
      sampled: z.number().nullable(),
      /** The failed requests that another verdict would follow from, and what is there with them; null where none would. */
      unsettledBy: z
        .object({ failed: z.number().int(), expected: z.number(), got: z.number().int() })
        .nullable(),
      remedy: z
        .object({
          processor: z.literal("tail_sampling"),
          policy: z.literal("latency"),
          thresholdMs: z.number(),
        })
        .nullable(),
    }),
    z.object({ kind: z.literal("not-checked"), why: z.string() }),
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
    .max(studyBounds.most),
};

const feature = z.object({ attribute: z.string(), service: z.string().nullable() });

export const featureMatch = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal("missing") }),
  z.object({ kind: z.literal("range"), above: z.number().nullable(), upTo: z.number().nullable() }),
]);

/** Where a request ran, or what was asked of it. */
export const featureAbout = z.enum(["place", "request"]);

/** What else parts the requests in nearly the same way: nearly the same requests have it, or nearly all others. */
export const sameSplit = z.object({ feature, match: featureMatch, are: z.enum(["same", "others"]) });

const separation = z.object({
  /** The time by which these are slow. */
  by: z.enum(slowTimes),
  feature,
  match: featureMatch,
  about: featureAbout,
  also: z.array(sameSplit),
  slow: z.number().int(),
  rest: z.number().int(),
  slowShare: z.number(),
  restShare: z.number(),
  difference: z.number(),
  chance: z.number(),
  isChance: z.boolean(),
});

export const studySlow = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("untold"), why: z.string() }),
  z.object({
    kind: z.literal("too-few"),
    thresholdNs: z.number(),
    slow: z.number().int(),
    rest: z.number().int(),
    needed: z.number().int(),
    /** The highest quantile that leaves enough on both sides; null where none does. */
    enough: z.object({ q: z.number(), slow: z.number().int() }).nullable(),
  }),
  z.object({
    kind: z.literal("separations"),
    by: z.enum(slowTimes),
    thresholdNs: z.number(),
    /** The quantile that the threshold is; null for a time of one's own. */
    quantile: z.number().nullable(),
    /** The usual quantile and the requests above it, where these are too few and a lower one was taken. */
    usual: z.object({ q: z.number(), slow: z.number().int() }).nullable(),
    slow: z.number().int(),
    rest: z.number().int(),
    /** Requests that do not tell the time it is by. */
    untold: z.number().int(),
    questions: z.number().int(),
    separations: cutList(separation, studyBounds.separations),
    /** Where the first row tells where the slow ran by the other time, since that says more of it than the one asked for. */
    other: z
      .object({
        by: z.enum(slowTimes),
        thresholdNs: z.number(),
        quantile: z.number().nullable(),
        slow: z.number().int(),
        rest: z.number().int(),
      })
      .nullable(),
    notAsked: cutList(
      z.object({ feature, reason: z.enum(["text", "different-for-each"]) }),
      studyBounds.separations,
    ),
  }),
]);

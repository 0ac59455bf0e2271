/**
 * Contract of the service flow endpoint: the services that requests pass, the cost of each call, and broken links
 * between spans.
 */
import { z } from "zod";
import { comparisonPattern, comparisonFormatHint } from "@/lib/model/comparison/compared-window";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { defineContract } from "@/lib/contracts/contract";
import { traceConditions } from "./trace-conditions";
import { quantileSummary, studyMetrics, retrievalStats } from "./trace-study-parts";
import {
  emptyObject,
  problem,
  sentence,
  slug,
  timeExpression,
  timeWindow,
  traceSource,
} from "@/lib/contracts/fields";

/** Number and origin of the requests behind the numbers. */
const retrieval = z.object({
  service: z.string(),
  window: timeWindow,
  ...retrievalStats,
  /** Whether rates are scaled to all requests or cover the sampled traces only. */
  scale: z.discriminatedUnion("kind", [
    studyMetrics.options[0].extend({ kind: z.literal("all-requests"), share: z.number() }),
    z.object({ kind: z.literal("traces-only"), reason: z.string(), isPending: z.boolean() }),
  ]),
});

/** Times measured by the called service, or by the caller when only its span exists. */
const edgeSide = z.object({
  callCount: z.number().int(),
  traceCount: z.number().int(),
  errorCount: z.number().int(),
  abortCount: z.number().int(),
  callsPerSecond: z.number(),
  /** Quantiles are null when there are too few calls. */
  latencyNs: quantileSummary,
  /**
   * Median of the caller's duration minus the called service's duration; null when no call has spans from both sides.
   */
  networkNs: z.number().nullable(),
  /** Fraction of request time spent waiting on the network for this call and in the called service itself. */
  criticalShare: z.number(),
  /** Fraction of request time spent waiting on the network for this call. It is included in `criticalShare`. */
  networkShare: z.number(),
});

const difference = z.object({
  difference: z.number(),
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});

const edge = z.object({
  /** Calling service; null for calls from outside the traced services. */
  from: z.string().nullable(),
  to: z.string(),
  /** Null when the window has no such call. */
  now: edgeSide.nullable(),
  /** Null without a comparison, or when the other window has no such call. */
  before: edgeSide.nullable(),
  /** Window minus comparison window; null when one of the two has no such call. */
  change: z
    .object({
      /** Null when only one of the two rates is scaled to all requests. */
      callsPerSecond: z.number().nullable(),
      callsPerTrace: z.number(),
      criticalShare: z.number(),
      /** Difference of the mean latency in nanoseconds, with its 95 % confidence interval. */
      latencyNs: difference,
      errorRatio: z.object({ difference: z.number(), pValue: z.number() }),
    })
    .nullable(),
});

const node = z.object({
  name: z.string(),
  /** True if the service sent no spans and is known only from the spans of its callers. */
  isExternal: z.boolean(),
  traceCount: z.number().int(),
  spanCount: z.number().int(),
  errorCount: z.number().int(),
  abortCount: z.number().int(),
  criticalShare: z.number(),
});

const counts = {
  affectedSpanCount: z.number().int(),
  totalSpanCount: z.number().int(),
  traceCount: z.number().int(),
};
const hop = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("silent-service"), service: z.string() }),
  z.object({ kind: z.literal("missing-parent"), service: z.string(), name: z.string(), ...counts }),
  z.object({
    kind: z.literal("unanswered-call"),
    service: z.string(),
    name: z.string(),
    /** Called service as the span of the caller names it; null if the span names none. */
    peer: z.string().nullable(),
    ...counts,
  }),
]);

/** Returns the graph of services that traced requests pass through, with times and counts. */
export const traceFlowContract = defineContract({
  id: "trace-flow",
  method: "GET",
  path: "/api/v1/traces/flow",
  timeLimitMs: 45_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    ...traceConditions,
    cmp: z.string().regex(comparisonPattern, comparisonFormatHint).optional(),
    n: z.coerce
      .number()
      .int()
      .min(traceStudyLimits.minTraces)
      .max(traceStudyLimits.maxTraces)
      .default(traceStudyLimits.defaultTraces),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    source: traceSource,
    /** Trace services of the deployment. */
    services: z.array(z.string()).max(200),
    headline: sentence,
    /** Null when no trace could be read. */
    flow: z
      .object({
        retrieval,
        nodes: z.array(node),
        edges: z.array(edge),
        hops: z.array(hop),
        /** Number of items beyond the response limits. */
        omitted: z.object({
          nodes: z.number().int(),
          edges: z.number().int(),
          hops: z.number().int(),
        }),
      })
      .nullable(),
    /** Comparison window; null when none was requested or it overlaps this window. */
    compared: z
      .object({ window: timeWindow, retrieval: retrieval.nullable(), problem: problem.nullable() })
      .nullable(),
    problem: problem.nullable(),
  }),
});

/** Response of `GET /api/v1/traces/flow`. */
export type TraceFlowResponse = z.infer<typeof traceFlowContract.response>;
/** Services and calls of a deployment. */
export type TraceFlow = NonNullable<TraceFlowResponse["flow"]>;
/** Which traces the calls are computed from, and whether rates are scaled to all requests. */
export type FlowRetrieval = z.infer<typeof retrieval>;
/** Calls from one service to another, now and in the comparison window. */
export type FlowEdgeRow = z.infer<typeof edge>;
/** Service on the map, with counts of its spans, errors and aborts, and its share of the request time. */
export type FlowNodeRow = z.infer<typeof node>;
/** Break in the chain of spans, such as a missing parent. */
export type BrokenHopRow = z.infer<typeof hop>;

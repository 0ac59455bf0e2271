/**
 * Contract of the endpoint that compares two groups of requests, or two requests, by phase and by node of the call
 * path.
 */
import { z } from "zod";
import {
  comparedGroupKinds,
  comparedTimes,
  traceComparisonLimits,
  parseComparedGroup,
} from "@/lib/model/traces/compared-group";
import { phaseIds } from "@/lib/model/traces/phase";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject, problem, sentence, slug, timeExpression, timeWindow } from "@/lib/contracts/fields";
import { traceConditions } from "./trace-conditions";
import { attributeCategory, featureMatch, equivalentSplit, retrievalStats } from "./trace-study-parts";

const group = z
  .string()
  .max(300)
  .transform((text, context) => {
    const parsed = parseComparedGroup(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "is not a group of requests" });
    return z.NEVER;
  });

const compared = z.object({
  a: z.number(),
  b: z.number(),
  difference: z.number(),
  /** 95 % confidence interval; null when one side has too few requests. */
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});

const side = z.object({
  /** Name of the side as it starts a sentence. */
  name: z.string(),
  /** Short name for a column head. */
  label: z.string(),
  group: z.enum(comparedGroupKinds),
  /** Slug of the deployment; null for a trace requested by id only. */
  deployment: z.string().nullable(),
  service: z.string().nullable(),
  /** Windows that were searched for requests, oldest first; empty for a single trace. */
  windows: z.array(timeWindow).max(traceComparisonLimits.maxWindows),
  traceId: z.string().nullable(),
  /** Number of requests with the compared time. */
  n: z.number().int(),
  /** Number of requests that are excluded because they report no first token. */
  missingFirstTokenCount: z.number().int(),
  /** Mean of the compared time in nanoseconds; null without requests. */
  meanNs: z.number().nullable(),
  /** Mean duration of the full request, whichever time is compared. */
  meanRequestNs: z.number().nullable(),
  /** Mean prompt length over the requests that report it; null if no request does. */
  meanPromptTokens: z.number().nullable(),
  meanOutputTokens: z.number().nullable(),
  /** Mean number of running requests; null for groups that are not chosen by load. */
  meanRunningRequests: z.number().nullable(),
  /** Finished requests that the metrics count in these windows; null when unknown. */
  metricRequestCount: z.number().nullable(),
  retrieval: z
    .object({
      ...retrievalStats,
      filteredOutCount: z.number().int(),
      failure: problem.nullable(),
      /** Part of the last window that was read completely. */
      coveredWindow: timeWindow,
    })
    .nullable(),
});

const pairSide = z.object({
  startNs: z.number(),
  endNs: z.number(),
  totalNs: z.number(),
  selfNs: z.number(),
  criticalNs: z.number(),
  spanCount: z.number().int(),
  phase: z.enum(phaseIds).nullable(),
});

const node = z.object({
  nodeIndex: z.number().int(),
  /** `nodeIndex` of the parent node; -1 for a root. */
  parentNodeIndex: z.number().int(),
  depth: z.number().int(),
  service: z.string(),
  name: z.string(),
  totalNs: compared,
  selfNs: compared,
  criticalNs: compared,
  spans: compared,
  requestCountA: z.number().int(),
  requestCountB: z.number().int(),
  onlyIn: z.enum(["a", "b"]).nullable(),
});

/** Attributes that are more frequent among the requests of one side. */
const attributeDifferences = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("too-few"), neededCount: z.number().int() }),
  z.object({
    kind: z.literal("differences"),
    /** Number of values and ranges that were tested. */
    testCount: z.number().int(),
    rows: z
      .array(
        z.object({
          attribute: z.string(),
          /** Service whose resource has the attribute; null for span attributes. */
          service: z.string().nullable(),
          match: featureMatch,
          category: attributeCategory,
          equivalents: z.array(equivalentSplit),
          countA: z.number().int(),
          countB: z.number().int(),
          shareA: z.number(),
          shareB: z.number(),
          pValue: z.number(),
          mayBeChance: z.boolean(),
        }),
      )
      .max(traceComparisonLimits.maxAttributeDifferences),
    omittedCount: z.number().int(),
  }),
]);

const difference = z.object({
  confidenceIntervalBasis: z.enum(["minutes", "requests"]),
  total: compared,
  phases: z.array(compared.extend({ phase: z.enum(phaseIds), differenceShare: z.number().nullable() })),
  /** Sum of the phases whose difference may be due to chance; null when there are none. */
  insignificant: compared.nullable(),
  /** Nodes by absolute difference, largest first. */
  nodes: z.array(node).max(traceComparisonLimits.maxNodes),
  omittedNodeCount: z.number().int(),
  histogram: z
    .array(
      z.object({ fromNs: z.number(), toNs: z.number().nullable(), countA: z.number(), countB: z.number() }),
    )
    .max(traceComparisonLimits.maxBins),
  /** Null for two single traces: attributes cannot be counted. */
  attributeDifferences: attributeDifferences.nullable(),
  /** Spans of two single traces, matched by path; null for groups. */
  pair: z
    .object({
      rows: z
        .array(
          z.object({
            service: z.string(),
            name: z.string(),
            depth: z.number().int(),
            a: pairSide.nullable(),
            b: pairSide.nullable(),
          }),
        )
        .max(traceComparisonLimits.maxPairRows),
      omittedCount: z.number().int(),
    })
    .nullable(),
});

/** Compares the time per phase between two groups of traced requests. */
export const traceComparisonContract = defineContract({
  id: "trace-comparison",
  method: "GET",
  path: "/api/v1/traces/comparison",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    /** Required unless both groups are single traces. */
    deployment: slug.optional(),
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    a: group.prefault("slow"),
    b: group.prefault("rest"),
    /** Deployment of side A, if it is not `deployment`. */
    aDeployment: slug.optional(),
    bDeployment: slug.optional(),
    time: z.enum(comparedTimes).default("first-token"),
    /** Quantile of the compared time above which a request is slow. `slowOverMs` takes precedence. */
    slowQuantile: z.coerce.number().min(0.5).max(0.999).default(0.95),
    slowOverMs: z.coerce.number().positive().max(86_400_000).optional(),
    /** Instant that separates the groups `before` and `after`, in epoch milliseconds. */
    changeAtMs: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    /**
     * Conditions for the requests of both sides; `service` is a service of `deployment`. They do not apply to single
     * traces.
     */
    service: traceConditions.service,
    operation: traceConditions.operation,
    minMs: traceConditions.minMs,
    maxMs: traceConditions.maxMs,
    errors: traceConditions.errors,
    attribute: traceConditions.attribute,
    /** Attribute whose values define the groups `value:…`. */
    comparedAttribute: z.string().min(1).max(256).optional(),
    maxRequests: z.coerce
      .number()
      .int()
      .min(traceComparisonLimits.minTraces)
      .max(traceComparisonLimits.maxTraces)
      .default(traceComparisonLimits.defaultTraces),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    time: z.enum(comparedTimes),
    a: side,
    b: side,
    /** Threshold between slow requests and the rest. */
    slowThreshold: z
      .object({ durationNs: z.number(), basis: z.enum(["quantile", "chosen"]), quantile: z.number() })
      .nullable(),
    headline: sentence,
    /** Contribution of the second largest phase, and the unexplained remainder. */
    remainder: sentence.nullable(),
    /** Null when there is nothing to compare; the headline states the reason. */
    difference: difference.nullable(),
    warnings: z.array(z.string()),
  }),
});

/** Response of `GET /api/v1/traces/comparison`. */
export type TraceComparisonResponse = z.infer<typeof traceComparisonContract.response>;
/** Difference between two groups of requests. */
export type TraceDifference = NonNullable<TraceComparisonResponse["difference"]>;
/** One of the two compared groups of requests. */
export type ComparedSide = TraceComparisonResponse["a"];
/** Mean per request in each group, with the difference of the means and the confidence interval of the difference. */
export type ComparedNumbers = TraceDifference["total"];
/** Mean time per request in one phase, in both groups. */
export type PhaseRow = TraceDifference["phases"][number];
/** Attribute values that differ in frequency between both groups, or why there are none. */
export type AttributeDifferences = NonNullable<TraceDifference["attributeDifferences"]>;
/** Attribute value that is more frequent in one of the groups. */
export type AttributeDifferenceRow = Extract<AttributeDifferences, { kind: "differences" }>["rows"][number];
/** Mean time and mean number of spans per request of one operation, in both groups. */
export type NodeRow = TraceDifference["nodes"][number];

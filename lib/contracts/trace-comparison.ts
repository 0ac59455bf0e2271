/** The door that compares two groups of requests, or two requests: where the difference in time lies, by phase and by node. */
import { z } from "zod";
import { comparedTimes, comparisonBounds, parseComparedGroup } from "@/lib/model/compared-group";
import { phaseIds } from "@/lib/model/phase";
import { defineContract } from "./contract";
import { nothing, problem, sentence, slug, timeExpression, timeWindow } from "./fields";
import { traceConditions } from "./trace-conditions";
import { featureCategory, featureMatch, equivalentSplit, retrievalStats } from "./trace-study-parts";

const group = z
  .string()
  .max(300)
  .transform((text, context) => {
    const parsed = parseComparedGroup(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "is no group of requests" });
    return z.NEVER;
  });

const compared = z.object({
  a: z.number(),
  b: z.number(),
  difference: z.number(),
  /** 95 %; null where a side has too few to tell. */
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});

const side = z.object({
  /** As it begins a sentence. */
  name: z.string(),
  /** Over a column. */
  label: z.string(),
  /** The deployment it was asked of; null for a trace by its id alone. */
  deployment: z.string().nullable(),
  service: z.string().nullable(),
  /** The windows its requests were looked for in, oldest first; none for a single trace. */
  windows: z.array(timeWindow).max(comparisonBounds.windows),
  traceId: z.string().nullable(),
  /** Requests in the numbers. */
  n: z.number().int(),
  /** Requests left out because they do not tell their first token. */
  missingFirstToken: z.number().int(),
  /** Nanoseconds of the compared time; null without requests. */
  meanNs: z.number().nullable(),
  /** Of the whole request, whichever time is compared. */
  meanRequestNs: z.number().nullable(),
  /** Over the requests that tell it; null where none does. */
  meanPromptTokens: z.number().nullable(),
  meanOutputTokens: z.number().nullable(),
  /** Mean number of requests running, for groups chosen by it. */
  meanRunning: z.number().nullable(),
  /** Finished requests that the metrics count in its windows; null where that is not known. */
  requestsInMetrics: z.number().nullable(),
  retrieval: z
    .object({
      ...retrievalStats,
      filteredOut: z.number().int(),
      failure: problem.nullable(),
      /** Of its last window. */
      covered: timeWindow,
    })
    .nullable(),
});

const pairSide = z.object({
  startNs: z.number(),
  endNs: z.number(),
  totalNs: z.number(),
  selfNs: z.number(),
  criticalNs: z.number(),
  spans: z.number().int(),
  phase: z.enum(phaseIds).nullable(),
});

const node = z.object({
  nodeIndex: z.number().int(),
  /** `place` of the node around it; -1 for a root. */
  parent: z.number().int(),
  depth: z.number().int(),
  service: z.string(),
  name: z.string(),
  totalNs: compared,
  selfNs: compared,
  criticalNs: compared,
  spans: compared,
  requestsA: z.number().int(),
  requestsB: z.number().int(),
  onlyIn: z.enum(["a", "b"]).nullable(),
});

/** What the requests of one side have more often than those of the other. */
const attributeDifferences = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("too-few"), needed: z.number().int() }),
  z.object({
    kind: z.literal("differences"),
    /** Values and ranges that were asked about. */
    testCount: z.number().int(),
    rows: z
      .array(
        z.object({
          attribute: z.string(),
          /** Whose resource has it; null for attributes of spans. */
          service: z.string().nullable(),
          match: featureMatch,
          category: featureCategory,
          equivalents: z.array(equivalentSplit),
          a: z.number().int(),
          b: z.number().int(),
          shareA: z.number(),
          shareB: z.number(),
          pValue: z.number(),
          mayBeChance: z.boolean(),
        }),
      )
      .max(comparisonBounds.separations),
    omittedCount: z.number().int(),
  }),
]);

const difference = z.object({
  intervalsBy: z.enum(["minutes", "requests"]),
  total: compared,
  phases: z.array(compared.extend({ phase: z.enum(phaseIds), share: z.number().nullable() })),
  /** The phases whose difference may be chance, together. */
  insignificant: compared.nullable(),
  /** Largest difference first. */
  nodes: z.array(node).max(comparisonBounds.nodes),
  omittedNodes: z.number().int(),
  histogram: z
    .array(z.object({ fromNs: z.number(), toNs: z.number().nullable(), a: z.number(), b: z.number() }))
    .max(comparisonBounds.bins),
  /** Null for single traces, which have nothing to count. */
  apart: attributeDifferences.nullable(),
  /** Of two single traces. */
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
        .max(comparisonBounds.pairRows),
      omittedCount: z.number().int(),
    })
    .nullable(),
});

export const traceComparisonContract = defineContract({
  id: "trace-comparison",
  method: "GET",
  path: "/api/v1/traces/comparison",
  access: "read",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    /** Needed by every group but a single trace. */
    deployment: slug.optional(),
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    a: group.prefault("slow"),
    b: group.prefault("rest"),
    /** Of another deployment than `deployment`. */
    aDeployment: slug.optional(),
    bDeployment: slug.optional(),
    time: z.enum(comparedTimes).default("first-token"),
    /** Slow is above this quantile of the time, or above a time of one's own. */
    q: z.coerce.number().min(0.5).max(0.999).default(0.95),
    overMs: z.coerce.number().positive().max(86_400_000).optional(),
    /** The instant that parts before from after. */
    at: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    /** What the requests of both sides meet; the service is one of `deployment`'s. Single traces are taken as they are. */
    service: traceConditions.service,
    operation: traceConditions.operation,
    leastMs: traceConditions.minMs,
    mostMs: traceConditions.maxMs,
    errors: traceConditions.errors,
    having: traceConditions.attribute,
    /** Whose values are compared. */
    attribute: z.string().min(1).max(256).optional(),
    maxRequests: z.coerce
      .number()
      .int()
      .min(comparisonBounds.min)
      .max(comparisonBounds.max)
      .default(comparisonBounds.defaultCount),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    time: z.enum(comparedTimes),
    a: side,
    b: side,
    /** Where slow begins. */
    threshold: z.object({ ns: z.number(), from: z.enum(["quantile", "chosen"]), q: z.number() }).nullable(),
    headline: sentence,
    /** What the next largest phase adds, and what is left. */
    remainder: sentence.nullable(),
    /** Null where there is nothing to compare; the headline says why. */
    difference: difference.nullable(),
    warnings: z.array(z.string()),
  }),
});

export type TraceComparisonResponse = z.infer<typeof traceComparisonContract.response>;
export type TraceDifference = NonNullable<TraceComparisonResponse["difference"]>;
export type ComparedSide = TraceComparisonResponse["a"];
export type ComparedNumbers = TraceDifference["total"];
export type PhaseRow = TraceDifference["phases"][number];
export type AttributeDifferences = NonNullable<TraceDifference["apart"]>;
export type AttributeDifferenceRow = Extract<AttributeDifferences, { kind: "differences" }>["rows"][number];
export type NodeRow = TraceDifference["nodes"][number];

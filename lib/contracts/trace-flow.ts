/** The flow door: which services the requests of a window passed, what each call cost, and where the chain of spans breaks. */
import { z } from "zod";
import { comparisonPattern, comparisonRule } from "@/lib/model/compared-window";
import { studyBounds } from "@/lib/model/study-bounds";
import { defineContract } from "./contract";
import { traceConditions } from "./trace-conditions";
import { spread, studyMetrics, retrievalStats } from "./trace-study-parts";
import { nothing, problem, sentence, slug, timeExpression, timeWindow, traceSource } from "./fields";

/** Which requests the numbers are made of. */
const retrieval = z.object({
  service: z.string(),
  window: timeWindow,
  ...retrievalStats,
  /** Whether rates stand for all requests, or for the traces read alone. */
  scale: z.discriminatedUnion("kind", [
    studyMetrics.options[0].extend({ kind: z.literal("all-requests"), share: z.number() }),
    z.object({ kind: z.literal("traces-only"), reason: z.string() }),
  ]),
});

/** Times are those of the called side, and of the caller where it is all there is. */
const edgeSide = z.object({
  calls: z.number().int(),
  traces: z.number().int(),
  errors: z.number().int(),
  perSecond: z.number(),
  /** Null with too few calls for the quantile. */
  latencyNs: spread,
  /** Median of the caller's time less the called side's; null where no call was seen from both. */
  networkNs: z.number().nullable(),
  /** Of requests' time, what they wait for on the way and in the called side's own work. */
  criticalShare: z.number(),
  /** The part of it that is the way. */
  networkShare: z.number(),
});

const difference = z.object({
  difference: z.number(),
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});

const edge = z.object({
  /** Null: from outside of what is traced. */
  from: z.string().nullable(),
  to: z.string(),
  /** Null: not seen in the window itself. */
  now: edgeSide.nullable(),
  /** Null: nothing is compared, or not seen in the other window. */
  before: edgeSide.nullable(),
  /** The window less the other; null where one of the two did not see the call. */
  change: z
    .object({
      /** Null where the rate of one window is of all requests and that of the other of its traces alone. */
      perSecond: z.number().nullable(),
      callsPerTrace: z.number(),
      criticalShare: z.number(),
      /** Of the mean, in nanoseconds, with its 95 % interval. */
      latencyNs: difference,
      errors: z.object({ difference: z.number(), pValue: z.number() }),
    })
    .nullable(),
});

const node = z.object({
  name: z.string(),
  /** No span of its own was seen: named by those that call it. */
  isExternal: z.boolean(),
  traces: z.number().int(),
  spans: z.number().int(),
  errors: z.number().int(),
  criticalShare: z.number(),
});

const counts = { spans: z.number().int(), total: z.number().int(), traces: z.number().int() };
const hop = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("silent-service"), service: z.string() }),
  z.object({ kind: z.literal("missing-parent"), service: z.string(), name: z.string(), ...counts }),
  z.object({
    kind: z.literal("unanswered-call"),
    service: z.string(),
    name: z.string(),
    /** Whom the call names; null where it names nobody. */
    peer: z.string().nullable(),
    ...counts,
  }),
]);

export const traceFlowContract = defineContract({
  id: "trace-flow",
  method: "GET",
  path: "/api/v1/traces/flow",
  access: "read",
  timeLimitMs: 45_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    ...traceConditions,
    cmp: z.string().regex(comparisonPattern, comparisonRule).optional(),
    n: z.coerce.number().int().min(studyBounds.min).max(studyBounds.max).default(studyBounds.defaultCount),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    source: traceSource,
    /** Services of the deployment that traces can be read of. */
    services: z.array(z.string()).max(200),
    headline: sentence,
    /** Null when nothing could be read. */
    flow: z
      .object({
        reading: retrieval,
        nodes: z.array(node),
        edges: z.array(edge),
        hops: z.array(hop),
        /** What is more than an answer holds. */
        omitted: z.object({
          nodes: z.number().int(),
          edges: z.number().int(),
          hops: z.number().int(),
        }),
      })
      .nullable(),
    /** The other window; null when none was asked for or it overlaps this one. */
    compared: z
      .object({ window: timeWindow, reading: retrieval.nullable(), problem: problem.nullable() })
      .nullable(),
    problem: problem.nullable(),
  }),
});

export type TraceFlowResponse = z.infer<typeof traceFlowContract.response>;
export type TraceFlow = NonNullable<TraceFlowResponse["flow"]>;
export type FlowRetrieval = z.infer<typeof retrieval>;
export type FlowEdgeRow = z.infer<typeof edge>;
export type FlowNodeRow = z.infer<typeof node>;
export type BrokenHopRow = z.infer<typeof hop>;

/** The traces doors: the newest and the slowest of a window, and one trace ready to draw. */
import { z } from "zod";
import { phaseIds } from "@/lib/model/phase";
import { spanFlags } from "@/lib/model/trace";
import { traceApis } from "@/lib/model/trace-reader";
import { defineContract } from "./contract";
import { nothing, problem, sentence, slug, timeExpression, timeWindow } from "./fields";
import { traceConditions } from "./trace-conditions";

export const traceSummary = z.object({
  traceId: z.string(),
  rootService: z.string(),
  rootOperation: z.string(),
  startMs: z.number(),
  durationNs: z.number(),
  spanCount: z.number().int(),
  errorSpanCount: z.number().int(),
  services: z.array(z.string()),
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  ttftSeconds: z.number().nullable(),
});

/** How the list came about: sampling and limits are part of the answer. */
const reading = z.object({
  service: z.string(),
  limit: z.number().int(),
  asked: z.number().int(),
  got: z.number().int(),
  /** True when the source gave as many as the limit, so that there may be more. */
  cut: z.boolean(),
  durationMinMs: z.number().nullable(),
  /** Where `durationMinMs` comes from, in words; null for the newest. */
  durationMinFrom: z.string().nullable(),
  /** The question as it went out; null where many were put to find those that meet conditions. */
  sentAs: z.string().nullable(),
  /** Traces that came and did not meet the conditions. */
  filteredOut: z.number().int(),
  /** Why reading ended before all of the window was looked at, where that is not the limit. */
  cutWhy: z.string().nullable(),
});

export const tracesContract = defineContract({
  id: "traces",
  method: "GET",
  path: "/api/v1/traces",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    ...traceConditions,
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    source: z.object({
      slug: z.string(),
      version: z.string().nullable(),
      api: z.enum(traceApis).nullable(),
    }),
    /** Services of the deployment that traces can be read of. */
    services: z.array(z.string()).max(200),
    newest: z.object({ reading, traces: z.array(traceSummary) }).nullable(),
    slowest: z.object({ reading, traces: z.array(traceSummary) }).nullable(),
    /** Finished requests the metrics counted in this window, to set the traces against; null when unknown. */
    requestsInMetrics: z.number().nullable(),
    warnings: z.array(z.string()),
    problem: problem.nullable(),
  }),
});

const attributeValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);

const spanRow = z.object({
  /** Of a row that stands for a parent which never came, the id by which its children name it. */
  spanId: z.string(),
  /** True for a row in the place of a missing parent: it is no span, and its times are those between which its children ran. */
  isMissing: z.boolean(),
  /** Index into `spans`, -1 for a root. Rows stand in drawing order, parents before children. */
  parentIndex: z.number().int(),
  depth: z.number().int(),
  service: z.string(),
  operation: z.string(),
  kind: z.enum(["internal", "server", "client", "producer", "consumer", "unspecified"]),
  phase: z.enum(phaseIds).nullable(),
  isError: z.boolean(),
  startNs: z.number(),
  durationNs: z.number(),
  selfNs: z.number(),
  /** By how much this span was moved, or would be, to make the clocks of its trace agree; 0 for most. */
  clockMovedNs: z.number(),
  flags: z.array(z.enum(spanFlags)),
  attributes: z.record(z.string(), attributeValue),
  events: z.array(
    z.object({ name: z.string(), atNs: z.number(), attributes: z.record(z.string(), attributeValue) }),
  ),
});

export const traceContract = defineContract({
  id: "trace",
  method: "GET",
  path: "/api/v1/traces/[traceId]",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId: z.string().regex(/^[0-9a-f]{16,32}$/) }),
  query: z.strictObject({ clock: z.enum(["raw", "corrected"]).default("raw") }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    traceId: z.string(),
    startMs: z.number(),
    durationNs: z.number(),
    headline: sentence,
    source: z.object({ slug: z.string(), version: z.string().nullable(), api: z.enum(traceApis) }),
    services: z.array(z.string()),
    /** Time of the first token from the trace's start, where the engine's attributes tell it. */
    firstTokenNs: z.number().nullable(),
    spans: z.array(spanRow),
    /** Where the clocks of its hosts seem to differ; the spans are as the source told them unless `mode` is corrected. */
    clock: z.object({
      mode: z.enum(["raw", "corrected"]),
      movedSpans: z.number().int(),
      largestNs: z.number(),
      /** Calls between hosts whose difference is larger than clocks differ; they are left as they are. */
      refused: z.number().int(),
    }),
    /** Spans left out because the trace is larger than the limit. */
    omittedSpans: z.number().int(),
    warnings: z.array(z.string()),
  }),
});

export type TracesResponse = z.infer<typeof tracesContract.response>;
export type TraceResponse = z.infer<typeof traceContract.response>;
export type TraceSummary = z.infer<typeof traceSummary>;
export type SpanRow = z.infer<typeof spanRow>;

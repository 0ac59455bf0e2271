/** The traces doors: the newest and the slowest of a window, one trace ready to draw, and what one of its spans says of itself. */
import { z } from "zod";
import { phaseIds } from "@/lib/model/phase";
import { traceApis } from "@/lib/model/trace-reader";
import { defineContract } from "./contract";
import { studyMetrics } from "./trace-study-parts";
import { nothing, problem, sentence, slug, timeExpression, timeWindow, traceSource } from "./fields";
import { nearNames, traceConditions } from "./trace-conditions";

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
const retrieval = z.object({
  service: z.string(),
  limit: z.number().int(),
  requested: z.number().int(),
  returned: z.number().int(),
  /** True when the source gave as many as the limit, so that there may be more. */
  isTruncated: z.boolean(),
  durationMinMs: z.number().nullable(),
  /** Where `durationMinMs` comes from, in words; null for the newest. */
  durationMinSource: z.string().nullable(),
  /** The question as it went out; null where many were put to find those that meet conditions. */
  sentQuery: z.string().nullable(),
  /** Traces that came and did not meet the conditions. */
  filteredOut: z.number().int(),
  /** Why reading ended before all of the window was looked at, where that is not the limit. */
  truncationReason: z.string().nullable(),
  ...nearNames,
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
    source: traceSource,
    /** Services of the deployment that traces can be read of. */
    services: z.array(z.string()).max(200),
    newest: z.object({ reading: retrieval, traces: z.array(traceSummary) }).nullable(),
    slowest: z.object({ reading: retrieval, traces: z.array(traceSummary) }).nullable(),
    /** Finished requests the metrics counted in this window, to set the traces against; null when unknown. */
    requestsInMetrics: z.number().nullable(),
    /** The newest beside those that the metrics count; null where the list was cut or chosen, and is no measure of all. */
    tracedShare: studyMetrics.nullable(),
    warnings: z.array(z.string()),
    problem: problem.nullable(),
  }),
});

const attributeValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
  /** The beginning of a text, or of a list as a text, of so many characters. */
  z.object({ prefix: z.string(), totalCharacters: z.number().int() }),
]);

const attributes = z.record(z.string(), attributeValue);

/** Numbers of the rows, one after another. A trace may have 50,000 rows: an object for each would be most of the answer. */
const column = z.array(z.number());

/** Rows in drawing order, parents before children; row n is what stands at n in each column. */
export const drawnRows = z.object({
  count: z.number().int(),
  /** Ids of the spans with `idSeparator` between them; of a missing parent the id by which its children name it. */
  ids: z.string(),
  /** How many rows above it its parent stands; 0 for a root. Small numbers are short, which is what this is about. */
  parentOffset: column,
  /** Since its parent's start; of a root since the trace's. */
  sinceParentNs: column,
  durationNs: column,
  /** Self time of rows with children; that of all others is their whole time. */
  self: z.object({ row: column, ns: column }),
  names: z.array(z.string()),
  nameIndex: column,
  services: z.array(z.string()),
  /** -1 for a row that is no span. */
  serviceIndex: column,
  /** Into `phaseIds`; -1 where no phase is known. */
  phaseIndex: column,
  /** See `lib/model/drawn-span.ts`. */
  flags: column,
  /** Rows whose clock was moved, or would be, and by how much; all others by nothing. */
  clockOffsets: z.object({ row: column, ns: column }),
  /** Rows below which spans were left out, and how many. */
  omittedBelow: z.object({ row: column, spans: column }),
});

/** Time of a row in which none of its children ran, where it is at least `leastNs`; -1 before the first and after the last. */
const drawnGaps = z.object({
  minNs: z.number(),
  row: column,
  after: column,
  before: column,
  fromNs: column,
  toNs: column,
  omittedCount: z.number().int(),
});

/** Where the clocks of its hosts seem to differ; the spans are as the source told them unless `mode` is corrected. */
const clockStatus = z.object({
  mode: z.enum(["raw", "corrected"]),
  correctedSpans: z.number().int(),
  largestOffsetNs: z.number(),
  /** Calls between hosts whose difference is larger than clocks differ; they are left as they are. */
  rejectedCalls: z.number().int(),
});

const phaseShare = z.object({ phase: z.enum(phaseIds), ns: z.number() });

/** Where time went, in order of time, with its sum and what the sum is held against. */
const timeParts = z.object({
  phases: z.array(phaseShare),
  sumNs: z.number(),
  /** What whoever told it said the whole took: the engine's first token, or the root's own length. */
  reportedNs: z.number(),
  client: z.object({ clientNs: z.number(), differenceNs: z.number(), agrees: z.boolean() }).nullable(),
});

export const spanDetail = z.object({
  service: z.string(),
  operation: z.string(),
  kind: z.enum(["internal", "server", "client", "producer", "consumer", "unspecified"]),
  scope: z.string().nullable(),
  /** W3C's tracestate as it was handed on. */
  traceState: z.string().nullable(),
  /** What it says of how it ended. */
  statusMessage: z.string().nullable(),
  startNs: z.number(),
  durationNs: z.number(),
  attributes,
  /** Of the process that sent it. */
  resource: attributes,
  /** Where it ran by its own words and then by those of the spans above it, the nearest first. */
  instanceNames: z.array(z.string()),
  /** `atNs` since the span's start. */
  events: z.array(z.object({ name: z.string(), atNs: z.number(), attributes })),
  omittedEvents: z.number().int(),
  /** Other spans that it names beside its parent, of this trace or another. */
  links: z.array(
    z.object({ traceId: z.string(), spanId: z.string(), traceState: z.string().nullable(), attributes }),
  ),
  omittedLinks: z.number().int(),
});

const spanId = z.string().regex(/^[0-9a-f]{1,32}$/, "must be a span's id: 1 to 32 digits of 0-9 and a-f");

export const traceId = z
  .string()
  .regex(/^[0-9a-f]{16,32}$/, "must be a trace's id: 16 to 32 digits of 0-9 and a-f");

const traceQuery = z.strictObject({
  clock: z.enum(["raw", "corrected"]).default("raw"),
  /** By whose rules its phases are read; by those of the deployment that its services belong to where none is named. */
  deployment: slug.optional(),
});

export const traceContract = defineContract({
  id: "trace",
  method: "GET",
  path: "/api/v1/traces/[traceId]",
  access: "read",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: traceQuery,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    traceId: z.string(),
    startMs: z.number(),
    durationNs: z.number(),
    headline: sentence,
    source: z.object({ slug: z.string(), version: z.string().nullable(), api: z.enum(traceApis) }),
    /** Whose request it is: by the link, else by its services; null where these are nobody's. */
    deployment: slug.nullable(),
    /** Time of the first token from the trace's start, where the engine's attributes tell it. */
    firstTokenNs: z.number().nullable(),
    rows: drawnRows,
    /** Spans of the trace, drawn or not. */
    spanCount: z.number().int(),
    /** For each instant of the request the one row that its end waited for, in parts end to end; -1 for one that is left out. */
    critical: z.object({ fromNs: z.number(), row: column, ns: column }),
    /** The request's phases, in parts end to end. */
    ribbon: z.object({ fromNs: z.number(), phaseIndex: column, ns: column }),
    /** Where the time to the first token went; null where nobody tells that token. */
    ttft: timeParts.nullable(),
    /** The same for the request as a whole; null without a span. */
    request: timeParts.nullable(),
    gaps: drawnGaps,
    clock: clockStatus,
    warnings: z.array(z.string()),
  }),
});

/**
 * The rows with which a trace begins, as the trace itself has them, known before its critical path and its phases are. For the
 * page's first screen.
 */
export const firstRowsContract = defineContract({
  id: "trace-first-rows",
  method: "GET",
  path: "/api/v1/traces/[traceId]/first-rows",
  access: "read",
  // A page is not kept open for longer: what comes later comes with the trace.
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: traceQuery.extend({
    /** One that must be among them. */
    span: spanId.optional(),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    /** Null where they depend on the rest: above so many spans as are drawn, or where the span that is wanted stands further down. */
    first: z
      .object({
        traceId: z.string(),
        durationNs: z.number(),
        firstTokenNs: z.number().nullable(),
        spanCount: z.number().int(),
        clock: clockStatus,
        /** One more than is shown where there are more: the last that is shown may have it below itself. */
        rows: drawnRows,
        /** How many of `rows` are to be shown. */
        visibleRows: z.number().int(),
        gaps: drawnGaps,
        /** Parts of the rows with children in which none of these ran. */
        selfParts: z.object({ row: column, fromNs: column, toNs: column }),
        /** The row of the span that is wanted, else the first. */
        selectedRow: z.number().int(),
      })
      .nullable(),
  }),
});

/** What one span says of itself. Ids may be shared, so there may be several. */
export const spanContract = defineContract({
  id: "span",
  method: "GET",
  path: "/api/v1/traces/[traceId]/spans/[spanId]",
  access: "read",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId, spanId }),
  query: nothing,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    spans: z.array(spanDetail),
    /** Spans of this id beyond those that are sent. */
    omittedCount: z.number().int(),
    /** Where the logs of this span are; null where no address is configured. */
    logsUrl: z.string().nullable(),
  }),
});

export type TracesResponse = z.infer<typeof tracesContract.response>;
export type TraceResponse = z.infer<typeof traceContract.response>;
export type FirstRowsResponse = z.infer<typeof firstRowsContract.response>;
export type FirstRows = NonNullable<FirstRowsResponse["first"]>;
export type TraceSummary = z.infer<typeof traceSummary>;
export type DrawnRows = z.infer<typeof drawnRows>;
export type TimeParts = z.infer<typeof timeParts>;
export type SpanDetail = z.infer<typeof spanDetail>;
export type SpanResponse = z.infer<typeof spanContract.response>;

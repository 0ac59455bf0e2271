/**
 * Contracts of the trace endpoints: the newest and slowest traces of a window, one trace ready to draw, and the
 * details of a span.
 */
import { z } from "zod";
import { requestOutcomes } from "@/lib/model/traces/request-outcome";
import { phaseIds } from "@/lib/model/traces/phase";
import { traceApis } from "@/lib/model/traces/trace-reader";
import { defineContract } from "@/lib/contracts/contract";
import { studyMetrics } from "./trace-study-parts";
import {
  emptyObject,
  problem,
  sentence,
  slug,
  timeExpression,
  timeWindow,
  traceSource,
} from "@/lib/contracts/fields";
import { similarNames, traceConditions } from "./trace-conditions";

/** Schema of a trace in a list. */
export const traceSummary = z.object({
  traceId: z.string(),
  rootService: z.string(),
  rootOperation: z.string(),
  startMs: z.number(),
  durationNs: z.number(),
  spanCount: z.number().int(),
  outcome: z.enum(requestOutcomes),
  /** Number of spans that ended in error. Spans of an aborted request do not count. */
  errorSpanCount: z.number().int(),
  services: z.array(z.string()),
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  ttftSeconds: z.number().nullable(),
});

/** Facts about how the list was read, such as limits, so that a reader can judge whether it is complete. */
const retrieval = z.object({
  service: z.string(),
  maxTraces: z.number().int(),
  requestedCount: z.number().int(),
  returnedCount: z.number().int(),
  /** True when the source returned as many traces as the limit: there may be more. */
  isTruncated: z.boolean(),
  durationMinMs: z.number().nullable(),
  /** Text that states how `durationMinMs` was chosen; null for the newest traces. */
  durationMinSource: z.string().nullable(),
  /** Query as sent to the source; null when several queries were needed to apply the conditions. */
  sentQuery: z.string().nullable(),
  /** Number of traces that the source returned but that did not match the conditions. */
  filteredOutCount: z.number().int(),
  /** Reason why part of the window was not searched, other than the limit. */
  truncationReason: z.string().nullable(),
  ...similarNames,
});

/** Lists traces of a deployment: the newest and the slowest. */
export const tracesContract = defineContract({
  id: "traces",
  method: "GET",
  path: "/api/v1/traces",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    ...traceConditions,
  }),
  body: emptyObject,
  response: z.object({
    /** Time at which the lists were read. If `problem` is set, the lists are the last complete lists. */
    asOfMs: z.number(),
    /** Server time of the response; absent unless the lists are older. */
    serverNowMs: z.number().exactOptional(),
    window: timeWindow,
    source: traceSource,
    /** Trace services of the deployment. */
    services: z.array(z.string()).max(200),
    newest: z.object({ retrieval, traces: z.array(traceSummary) }).nullable(),
    slowest: z.object({ retrieval, traces: z.array(traceSummary) }).nullable(),
    /** Finished requests that the metrics counted in this window; null when unknown. */
    metricRequestCount: z.number().nullable(),
    /** Comparison of the newest traces with the metric; null when the list is truncated or filtered. */
    metricComparison: studyMetrics.nullable(),
    warnings: z.array(z.string()),
    problem: problem.nullable(),
  }),
});

const attributeValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
  /** First characters of a long text, or of a long list as text, and its total length. */
  z.object({ prefix: z.string(), totalCharacters: z.number().int() }),
]);

const attributes = z.record(z.string(), attributeValue);

/** One number per row. A trace may have 50,000 rows, and one object per row would dominate the response size. */
const column = z.array(z.number());

/** Schema of the rows of a timeline, as columns with one entry per row. Parents are before their children. */
export const drawnRows = z.object({
  count: z.number().int(),
  /** Span ids joined with `idSeparator`; for a missing parent, the id by which its children refer to it. */
  ids: z.string(),
  /** Distance to the parent row, in rows; 0 for a root. Small numbers keep the response short. */
  parentOffset: column,
  /** Start relative to the parent's start; for a root, relative to the trace's start. */
  sinceParentNs: column,
  durationNs: column,
  /** Self time of rows with children; the self time of other rows is their full duration. */
  self: z.object({ row: column, ns: column }),
  names: z.array(z.string()),
  nameIndex: column,
  services: z.array(z.string()),
  /** -1 for a row that is not a span. */
  serviceIndex: column,
  /** Index into `phaseIds`; -1 when the phase is unknown. */
  phaseIndex: column,
  /** Bits as defined in `lib/model/traces/drawn-span.ts`. */
  flags: column,
  /** Rows with a nonzero clock offset, applied or not. */
  clockOffsets: z.object({ row: column, ns: column }),
  /** Rows with omitted spans below them, and the number of omitted spans. */
  omittedBelow: z.object({ row: column, spans: column }),
});

/** Intervals of at least `minNs` in which no child of the row ran; -1 before the first child and after the last. */
const drawnGaps = z.object({
  minNs: z.number(),
  row: column,
  after: column,
  before: column,
  fromNs: column,
  toNs: column,
  omittedCount: z.number().int(),
});

/** Estimated clock differences between hosts. Span times are as reported unless `mode` is `corrected`. */
const clockStatus = z.object({
  mode: z.enum(["raw", "corrected"]),
  correctedSpanCount: z.number().int(),
  largestOffsetNs: z.number(),
  /** Calls between hosts whose offset exceeds a plausible clock difference; their times are not corrected. */
  rejectedCallCount: z.number().int(),
});

const phaseShare = z.object({ phase: z.enum(phaseIds), ns: z.number() });

/** Time per phase in chronological order, the sum of these times, and the reported time to compare the sum with. */
const timeParts = z.object({
  phases: z.array(phaseShare),
  sumNs: z.number(),
  /** Duration as reported: time to first token from the engine, or duration of the root span. */
  reportedNs: z.number(),
  client: z.object({ clientNs: z.number(), differenceNs: z.number(), agrees: z.boolean() }).nullable(),
});

/** Schema of the details of a span. */
export const spanDetail = z.object({
  service: z.string(),
  operation: z.string(),
  kind: z.enum(["internal", "server", "client", "producer", "consumer", "unspecified"]),
  scope: z.string().nullable(),
  /** W3C tracestate as propagated. */
  traceState: z.string().nullable(),
  /** Status message of the span. */
  statusMessage: z.string().nullable(),
  startNs: z.number(),
  durationNs: z.number(),
  attributes,
  /** Attributes of the process that sent the span. */
  resource: attributes,
  /** Instance names reported by the span and its ancestors, nearest first. */
  instanceNames: z.array(z.string()),
  /** `atNs` is relative to the span's start. */
  events: z.array(z.object({ name: z.string(), atNs: z.number(), attributes })),
  omittedEventCount: z.number().int(),
  /** Spans that this span links to, in this trace or another; the parent is not included. */
  links: z.array(
    z.object({ traceId: z.string(), spanId: z.string(), traceState: z.string().nullable(), attributes }),
  ),
  omittedLinkCount: z.number().int(),
});

const spanId = z.string().regex(/^[0-9a-f]{1,32}$/, "must be a span id: 1 to 32 digits of 0-9 and a-f");

/** Schema of a trace ID. */
export const traceId = z
  .string()
  .regex(/^[0-9a-f]{16,32}$/, "must be a trace id: 16 to 32 digits of 0-9 and a-f");

const traceQuery = z.strictObject({
  clock: z.enum(["raw", "corrected"]).default("raw"),
  /** Deployment whose phase rules apply; by default the deployment that the trace's services belong to. */
  deployment: slug.optional(),
});

/** Reads one trace with its spans and critical path. */
export const traceContract = defineContract({
  id: "trace",
  method: "GET",
  path: "/api/v1/traces/[traceId]",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: traceQuery,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    traceId: z.string(),
    startMs: z.number(),
    durationNs: z.number(),
    headline: sentence,
    source: z.object({ slug: z.string(), version: z.string().nullable(), api: z.enum(traceApis) }),
    /** Deployment of the request, from the link or from the trace's services; null when unknown. */
    deployment: slug.nullable(),
    /** Time of the first token since the trace's start; null when the engine does not report it. */
    firstTokenNs: z.number().nullable(),
    rows: drawnRows,
    /** Spans of the trace, including omitted ones. */
    spanCount: z.number().int(),
    /**
     * Critical path as consecutive sections, each with the row that the end of the request waited for; -1 for an
     * omitted row.
     */
    critical: z.object({ fromNs: z.number(), row: column, ns: column }),
    /** Phases of the request as consecutive sections. */
    ribbon: z.object({ fromNs: z.number(), phaseIndex: column, ns: column }),
    /** Phases up to the first token; null when the first token is not reported. */
    ttft: timeParts.nullable(),
    /** Phases of the full request; null without a span. */
    request: timeParts.nullable(),
    gaps: drawnGaps,
    clock: clockStatus,
    warnings: z.array(z.string()),
  }),
});

/**
 * Returns the first rows of a trace for the page's first screen, before the critical path and the phases are
 * computed.
 */
export const firstRowsContract = defineContract({
  id: "trace-first-rows",
  method: "GET",
  path: "/api/v1/traces/[traceId]/first-rows",
  // The page does not wait longer: later rows are loaded with the full trace.
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: traceQuery.extend({
    /** Id of a span that the returned rows must contain. */
    span: spanId.optional(),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /**
     * Null if the first rows cannot be determined without the other rows: the trace is too large to draw in full, or the
     * requested span is not among the first rows.
     */
    firstRows: z
      .object({
        traceId: z.string(),
        durationNs: z.number(),
        firstTokenNs: z.number().nullable(),
        spanCount: z.number().int(),
        clock: clockStatus,
        /** Includes one extra row if the trace has more: it decides whether the last visible row has children. */
        rows: drawnRows,
        /** Number of rows to display. */
        visibleRowCount: z.number().int(),
        gaps: drawnGaps,
        /** Intervals of rows with children in which no child ran. */
        selfParts: z.object({ row: column, fromNs: column, toNs: column }),
        /** Row of the requested span; otherwise the first row. */
        selectedRow: z.number().int(),
      })
      .nullable(),
  }),
});

/** Returns the details of a span. Several spans may share an id. */
export const spanContract = defineContract({
  id: "span",
  method: "GET",
  path: "/api/v1/traces/[traceId]/spans/[spanId]",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId, spanId }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    spans: z.array(spanDetail),
    /** Number of spans with this id beyond the response limit. */
    omittedCount: z.number().int(),
    /** URL of the logs of this span; null when no address is configured. */
    logsUrl: z.string().nullable(),
  }),
});

/** Response of `GET /api/v1/traces`. */
export type TracesResponse = z.infer<typeof tracesContract.response>;
/** Response of `GET /api/v1/traces/[traceId]`. */
export type TraceResponse = z.infer<typeof traceContract.response>;
/** Response of `GET /api/v1/traces/[traceId]/first-rows`. */
export type FirstRowsResponse = z.infer<typeof firstRowsContract.response>;
/** First rows of a trace, before the rest is computed. */
export type FirstSpanRows = NonNullable<FirstRowsResponse["firstRows"]>;
/** Trace in a list. */
export type TraceSummary = z.infer<typeof traceSummary>;
/** Rows of a timeline, as columns with one entry per row. */
export type DrawnRows = z.infer<typeof drawnRows>;
/** Time of a request or its TTFT divided into phases, with the measured time. */
export type TimeParts = z.infer<typeof timeParts>;
/** Details of a span. */
export type SpanDetail = z.infer<typeof spanDetail>;
/** Response of `GET /api/v1/traces/[traceId]/spans/[spanId]`. */
export type SpanResponse = z.infer<typeof spanContract.response>;

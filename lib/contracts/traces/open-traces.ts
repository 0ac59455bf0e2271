/** Contract of the endpoint that reads an uploaded trace file. The server stores nothing of the file. */
import { z } from "zod";
import { maxTraceFileBytes } from "@/lib/model/traces/trace";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject } from "@/lib/contracts/fields";
import { exportFormats, promptTextOption } from "./trace-export";
import { spanContract, traceContract, traceSummary } from "./traces";

/**
 * Byte positions of the spans of a trace in the file. An envelope is the text around the spans of one process. The start
 * of the envelope, the bytes of one span and the end of the envelope together are a valid file with this span.
 */
const fileSpanIndex = z.object({
  envelopes: z.array(z.object({ head: z.string(), tail: z.string() })),
  /** Span ids, separated by one space. */
  ids: z.string(),
  envelope: z.array(z.number().int()),
  from: z.array(z.number().int()),
  to: z.array(z.number().int()),
});
/** Positions of spans in an uploaded trace file, so that the browser can extract the bytes of one span. */
export type FileSpanIndex = z.infer<typeof fileSpanIndex>;

/** Reads an uploaded trace file, without storing it. */
export const openTracesContract = defineContract({
  id: "open-traces",
  method: "POST",
  path: "/api/v1/traces/open",
  timeLimitMs: 60_000,
  maxBodyBytes: maxTraceFileBytes,
  hasFileBody: true,
  params: emptyObject,
  query: z.strictObject({
    /** Trace to draw. By default, the only trace of the file; none if the file has several traces. */
    trace: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be a trace id: 32 digits of 0-9 and a-f")
      .optional(),
    clock: z.enum(["raw", "corrected"]).default("raw"),
    /** If set, returns only the details of this span of the trace. */
    span: z
      .string()
      .regex(/^[0-9a-f]{1,32}$/, "must be a span id: 1 to 32 digits of 0-9 and a-f")
      .optional(),
    /** If set, returns only the trace in this export format. */
    as: z.enum(exportFormats).optional(),
    text: promptTextOption,
  }),
  body: z.instanceof(Uint8Array),
  response: z.object({
    asOfMs: z.number(),
    format: z.enum(["jaeger", "otlp"]),
    /** Longest traces of the file, limited to what a page lists. */
    traces: z.array(traceSummary),
    /** Number of traces in the file. */
    traceCount: z.number().int(),
    drawn: traceContract.response.omit({ asOfMs: true, source: true, deployment: true }).nullable(),
    /** The requested span; null when none was requested. */
    span: spanContract.response.omit({ asOfMs: true }).nullable(),
    /** Index of the drawn trace. The client uses it to request a span without sending the file again. */
    spanIndex: fileSpanIndex.nullable(),
    /** JSON in the requested format. This JSON is then the complete response body. */
    file: z.string().nullable(),
    warnings: z.array(z.string()),
  }),
});

/** Response of `POST /api/v1/traces/open`. */
export type OpenTracesResponse = z.infer<typeof openTracesContract.response>;

/** The door that reads a file of traces for the page that holds it. Nothing of the file is kept. */
import { z } from "zod";
import { maxTraceFileBytes } from "@/lib/model/trace";
import { defineContract } from "./contract";
import { nothing } from "./fields";
import { exportFormats, promptTextOption } from "./trace-export";
import { spanContract, traceContract, traceSummary } from "./traces";

/** Where the spans of a trace stand in the file, in bytes; each between the two halves of an envelope is a file of its own. */
const fileSpanIndex = z.object({
  envelopes: z.array(z.object({ head: z.string(), tail: z.string() })),
  /** Of each span, with one blank between two. */
  ids: z.string(),
  envelope: z.array(z.number().int()),
  from: z.array(z.number().int()),
  to: z.array(z.number().int()),
});
export type FileSpanIndex = z.infer<typeof fileSpanIndex>;

export const openTracesContract = defineContract({
  id: "open-traces",
  method: "POST",
  path: "/api/v1/traces/open",
  access: "read",
  timeLimitMs: 60_000,
  /** The only door that takes more than a megabyte. */
  maxBodyBytes: maxTraceFileBytes,
  isFile: true,
  params: nothing,
  query: z.strictObject({
    /** Which trace of the file is drawn; without it the only one, or none. */
    trace: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be a trace's id: 32 digits of 0-9 and a-f")
      .optional(),
    clock: z.enum(["raw", "corrected"]).default("raw"),
    /** Only this span of that trace is wanted, with all that it says of itself. */
    span: z
      .string()
      .regex(/^[0-9a-f]{1,32}$/, "must be a span's id: 1 to 32 digits of 0-9 and a-f")
      .optional(),
    /** That trace is wanted in the form of another program, and nothing else. */
    as: z.enum(exportFormats).optional(),
    text: promptTextOption,
  }),
  body: z.instanceof(Uint8Array),
  response: z.object({
    asOfMs: z.number(),
    format: z.enum(["jaeger", "otlp"]),
    /** The longest of the file first, so many as a page takes. */
    traces: z.array(traceSummary),
    /** Traces in the file. */
    total: z.number().int(),
    drawn: traceContract.response.omit({ asOfMs: true, source: true, deployment: true }).nullable(),
    /** The span that was asked for; null where none was. */
    span: spanContract.response.omit({ asOfMs: true }).nullable(),
    /** Of the drawn trace: what single spans say of themselves is asked with these, and not with the file. */
    spanIndex: fileSpanIndex.nullable(),
    /** JSON of the form that was asked for, which is then the whole of the answer's body. */
    file: z.string().nullable(),
    warnings: z.array(z.string()),
  }),
});

export type OpenTracesResponse = z.infer<typeof openTracesContract.response>;

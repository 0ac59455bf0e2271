/** The door that reads a file of traces for the page that holds it. Nothing of the file is kept. */
import { z } from "zod";
import { largestTraceFileBytes } from "@/lib/model/trace";
import { defineContract } from "./contract";
import { nothing } from "./fields";
import { spanContract, traceContract, traceSummary } from "./traces";

export const openTracesContract = defineContract({
  id: "open-traces",
  method: "POST",
  path: "/api/v1/traces/open",
  access: "read",
  timeLimitMs: 60_000,
  /** The only door that takes more than a megabyte. */
  maxBodyBytes: largestTraceFileBytes,
  isFile: true,
  params: nothing,
  query: z.strictObject({
    /** Which trace of the file is drawn; without it the only one, or none. */
    trace: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
    clock: z.enum(["raw", "corrected"]).default("raw"),
    /** Only this span of that trace is wanted, with all that it says of itself. */
    span: z
      .string()
      .regex(/^[0-9a-f]{1,32}$/)
      .optional(),
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
    warnings: z.array(z.string()),
  }),
});

export type OpenTracesResponse = z.infer<typeof openTracesContract.response>;

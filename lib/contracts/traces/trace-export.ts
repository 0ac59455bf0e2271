/** Contract of the endpoint that exports a trace in another tool's file format. */
import { z } from "zod";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject } from "@/lib/contracts/fields";
import { traceId } from "./traces";

export const exportFormats = ["jaeger", "otlp", "chrome"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Text of prompts and completions is omitted unless the client requests it. */
export const promptTextOption = z.enum(["omit", "include"]).default("omit");

export const traceExportContract = defineContract({
  id: "trace-export",
  method: "GET",
  path: "/api/v1/traces/[traceId]/export",
  timeLimitMs: 30_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: z.strictObject({
    as: z.enum(exportFormats),
    text: promptTextOption,
  }),
  body: emptyObject,
  /** JSON in the requested format; it is the complete response body. */
  response: z.object({ file: z.string() }),
});

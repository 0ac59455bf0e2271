/** Contract of the endpoint that exports a trace in another tool's file format. */
import { z } from "zod";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject } from "@/lib/contracts/fields";
import { traceId } from "./traces";

/** Formats in which a trace can be exported. */
export const exportFormats = ["jaeger", "otlp", "chrome"] as const;
/** Format in which a trace can be exported. */
export type ExportFormat = (typeof exportFormats)[number];

/** Schema of the option that exports the text of prompts and completions, which is omitted by default. */
export const promptTextOption = z.enum(["omit", "include"]).default("omit");

/** Exports a trace as a file. */
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
  /** JSON in the requested format. This JSON is the complete response body. */
  response: z.object({ file: z.string() }),
});

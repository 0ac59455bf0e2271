/** The door through which a trace leaves as a file of another program. */
import { z } from "zod";
import { defineContract } from "./contract";
import { nothing } from "./fields";
import { traceId } from "./traces";

export const exportFormats = ["jaeger", "otlp", "chrome"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Texts of prompts and answers stay where they are unless they are wanted. */
export const promptTextOption = z.enum(["omit", "include"]).default("omit");

export const traceExportContract = defineContract({
  id: "trace-export",
  method: "GET",
  path: "/api/v1/traces/[traceId]/export",
  access: "read",
  timeLimitMs: 30_000,
  maxBodyBytes: 0,
  params: z.strictObject({ traceId }),
  query: z.strictObject({
    as: z.enum(exportFormats),
    text: promptTextOption,
  }),
  body: nothing,
  /** JSON of the form that was asked for, which is the whole of the answer's body. */
  response: z.object({ file: z.string() }),
});

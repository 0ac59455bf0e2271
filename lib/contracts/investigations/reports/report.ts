/** Endpoint of the reports of an investigation. */
import { z } from "zod";
import { report } from "@/lib/model/investigation/reports/report";
import { reportKinds } from "@/lib/model/investigation/reports/report-kinds";
import { defineContract, type ResponseOf } from "../../contract";
import { readRules } from "../request-fields";

/**
 * Returns a report of an investigation. Reads only the record, never a source. A case study is not found until a
 * person saves one.
 */
export const reportContract = defineContract({
  ...readRules,
  id: "investigation-report",
  path: "/api/v1/investigations/[number]/report",
  timeLimitMs: 10_000,
  query: z.strictObject({
    kind: z.enum(reportKinds).default("working"),
    format: z.enum(["json", "markdown"]).default("json"),
  }),
  response: z.discriminatedUnion("format", [
    z.object({ format: z.literal("json"), fileName: z.string(), report }),
    z.object({ format: z.literal("markdown"), fileName: z.string(), text: z.string() }),
  ]),
});

/** Response of `GET /api/v1/investigations/[number]/report`. */
export type ReportResponse = ResponseOf<typeof reportContract>;

/** Endpoint that exports an investigation as JSON or Markdown. */
import { z } from "zod";
import { defineContract, type ResponseOf } from "../contract";
import { evidenceData } from "./evidence-kinds/evidence-kinds";
import { readRules } from "./request-fields";
import {
  evidence,
  experiment,
  hypothesis,
  investigation,
  participant,
  relation,
  stepRecord,
  timelineEntry,
} from "./response-fields";
import { validationRecord } from "./validation-fields";

const exportedEvidence = evidence.extend({
  /**
   * The stored answer. Null for notes and files, if no answer is stored, after the evidence was removed, in a Markdown
   * export, and if the answer exceeds the size limit.
   */
  data: evidenceData.nullable(),
  /** The file in Base64. Null without a file, in a Markdown export, and if the file exceeds the size limit. */
  fileContent: z.string().nullable(),
  /** Why the content of the file is not part of the export; null without a file, or if the content is included. */
  fileOmission: z.string().nullable(),
});

/** The complete record of an investigation. */
const investigationDocument = z.object({
  schemaVersion: z.literal(1),
  exportedAtMs: z.number(),
  investigation,
  /** Steps of all rounds, the first round first. */
  steps: z.array(stepRecord),
  hypotheses: z.array(hypothesis),
  experiments: z.array(experiment),
  /** Validations of all rounds with everything that was measured, by number. */
  validations: z.array(validationRecord),
  evidence: z.array(exportedEvidence),
  /** Number of stored answers that are not part of the export, because it would become too large. */
  omittedAnswerCount: z.number().int(),
  participants: z.array(participant),
  relations: z.array(relation),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
  /** Number of oldest entries of the timeline that are not part of the export. */
  omittedEntryCount: z.number().int(),
});

/** Exports the complete record of an investigation as JSON or Markdown. */
export const exportInvestigationContract = defineContract({
  ...readRules,
  id: "export-investigation",
  path: "/api/v1/investigations/[number]/export",
  timeLimitMs: 10_000,
  query: z.strictObject({ format: z.enum(["json", "markdown"]).default("json") }),
  response: z.discriminatedUnion("format", [
    z.object({ format: z.literal("json"), fileName: z.string(), document: investigationDocument }),
    z.object({ format: z.literal("markdown"), fileName: z.string(), text: z.string() }),
  ]),
});

/** An exported investigation with everything that it contains. */
export type InvestigationDocument = z.infer<typeof investigationDocument>;
/** Response of `GET /api/v1/investigations/[number]/export`. */
export type InvestigationExport = ResponseOf<typeof exportInvestigationContract>;

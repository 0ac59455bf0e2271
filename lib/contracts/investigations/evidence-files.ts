/** Endpoints for the files of an investigation. */
import { z } from "zod";
import { evidenceDirections, evidenceWeights } from "@/lib/model/investigation/evidence";
import { fileNameRules, maxEvidenceFileBytes, toBaseName } from "@/lib/model/investigation/evidence-file";
import { evidenceTitleRules } from "@/lib/model/investigation/investigation-limits";
import { defineContract, type QueryOf, type ResponseOf } from "../contract";
import { fileResponse } from "../fields";
import { investigationParams, oneLine, readRules, stepId, writeRules } from "./request-fields";
import { evidence } from "./response-fields";

const title = oneLine(evidenceTitleRules);

/** Adds a file as evidence. The body is the file, and the server detects its format from the content. */
export const addEvidenceFileContract = defineContract({
  ...writeRules,
  id: "add-evidence-file",
  path: "/api/v1/investigations/[number]/evidence/files",
  timeLimitMs: 15_000,
  maxBodyBytes: maxEvidenceFileBytes,
  hasFileBody: true,
  query: z
    .strictObject({
      fileName: oneLine(fileNameRules).transform(toBaseName),
      /** The name of the file by default. */
      title: title.optional(),
      /** Size and SHA-256 of the sent file. The server refuses a body that differs. */
      byteCount: z.coerce.number().int().min(0).optional(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be a SHA-256: 64 digits of 0-9 and a-f")
        .optional(),
      /** Step of the current round that the file belongs to. */
      step: stepId.optional(),
      /** Hypothesis that the file supports or contradicts. It needs a direction and a weight. */
      hypothesisId: z.uuid().optional(),
      direction: z.enum(evidenceDirections).optional(),
      weight: z.enum(evidenceWeights).optional(),
    })
    .refine(
      ({ hypothesisId, direction, weight }) =>
        [hypothesisId, direction, weight].every((one) => one === undefined) ||
        [hypothesisId, direction, weight].every((one) => one !== undefined),
      "hypothesisId, direction and weight must be given together",
    ),
  body: z.instanceof(Uint8Array),
  response: z.object({ asOfMs: z.number(), evidence }),
});

/** Downloads the file, unchanged, with the content type of its format. */
export const evidenceFileContract = defineContract({
  ...readRules,
  id: "evidence-file",
  path: "/api/v1/investigations/[number]/evidence/[evidenceId]/file",
  params: investigationParams.extend({ evidenceId: z.uuid() }),
  hasFileResponse: true,
  response: fileResponse,
});

/** Query parameters of `POST /api/v1/investigations/[number]/evidence/files`. */
export type AddEvidenceFileQuery = QueryOf<typeof addEvidenceFileContract>;
/** Response of `POST /api/v1/investigations/[number]/evidence/files`. */
export type AddEvidenceFileResponse = ResponseOf<typeof addEvidenceFileContract>;

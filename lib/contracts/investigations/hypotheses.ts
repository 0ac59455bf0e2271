/** Endpoints for the hypotheses of an investigation and for the evidence for and against them. */
import { z } from "zod";
import { evidenceDirections, evidenceWeights } from "@/lib/model/investigation/evidence";
import { measuredValueError } from "@/lib/model/investigation/goal";
import { causeLayers, hypothesisStatuses } from "@/lib/model/investigation/hypothesis";
import {
  evidenceTitleRules,
  investigationLimits,
  noteTitleRules,
  statementRules,
} from "@/lib/model/investigation/investigation-limits";
import { defineContract, type ResponseOf } from "../contract";
import { evidenceData, evidenceQuestion } from "./evidence-kinds/evidence-kinds";
import {
  editRules,
  investigationParams,
  longText,
  markdown,
  oneLine,
  readRules,
  reason,
  removeRules,
  stepId,
  writeRules,
} from "./request-fields";
import { evidence, hypothesis, predictedEffect } from "./response-fields";

const limits = investigationLimits;
const statement = oneLine(statementRules);
const layer = z.enum(causeLayers);
const causeClass = oneLine({ maxLength: limits.maxHypothesisClassLength, emptyError: "Name the class." });
const effect = z
  .strictObject({ ...predictedEffect.shape, amountRatio: z.number().positive().max(1_000) })
  .superRefine((one, context) => {
    const error = measuredValueError(one);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });
const changedHypothesis = z.object({ asOfMs: z.number(), hypothesis });

/** Adds an open hypothesis at the last rank. */
export const addHypothesisContract = defineContract({
  ...writeRules,
  id: "add-hypothesis",
  path: "/api/v1/investigations/[number]/hypotheses",
  body: z.strictObject({
    statement,
    layer,
    causeClass: causeClass.nullable().default(null),
    effect: effect.nullable().default(null),
  }),
  response: changedHypothesis,
});

/** Changes a hypothesis or its status. */
export const editHypothesisContract = defineContract({
  ...editRules,
  id: "edit-hypothesis",
  path: "/api/v1/investigations/[number]/hypotheses/[hypothesisId]",
  params: investigationParams.extend({ hypothesisId: z.uuid() }),
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({
      statement: statement.optional(),
      layer: layer.optional(),
      causeClass: causeClass.nullable().optional(),
      effect: effect.nullable().optional(),
      status: z.enum(hypothesisStatuses).optional(),
    })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: changedHypothesis,
});

/** Saves the order of all hypotheses, the most likely first. */
export const rankHypothesesContract = defineContract({
  ...writeRules,
  id: "rank-hypotheses",
  path: "/api/v1/investigations/[number]/hypotheses/ranking",
  /** The ids of all hypotheses, the most likely first. */
  body: z.strictObject({ order: z.array(z.uuid()).min(1).max(limits.maxHypotheses) }),
  response: z.object({ asOfMs: z.number(), hypotheses: z.array(hypothesis) }),
});

const links = {
  /** Steps of the current round. */
  steps: z.array(stepId).max(7).default([]),
  hypotheses: z
    .array(
      z.strictObject({
        hypothesisId: z.uuid(),
        direction: z.enum(evidenceDirections),
        weight: z.enum(evidenceWeights),
      }),
    )
    .max(limits.maxEvidenceLinks)
    .default([]),
} as const;

/** Lists the evidence of an investigation. */
export const evidenceListContract = defineContract({
  ...readRules,
  id: "investigation-evidence",
  path: "/api/v1/investigations/[number]/evidence",
  query: z.strictObject({
    /** Lists only evidence with a lower number. Absent: lists all evidence. */
    before: z.coerce.number().int().min(1).max(1_000_000).optional(),
  }),
  /** Evidence by number. Removed evidence has no text. */
  response: z.object({ asOfMs: z.number(), evidence: z.array(evidence) }),
});

const changedEvidence = z.object({ asOfMs: z.number(), evidence });
const evidenceParams = investigationParams.extend({ evidenceId: z.uuid() });

/** Adds a note as evidence. */
export const addNoteContract = defineContract({
  ...writeRules,
  id: "add-note",
  path: "/api/v1/investigations/[number]/evidence",
  maxBodyBytes: 128 * 1_024,
  body: z.strictObject({
    kind: z.literal("note"),
    title: oneLine(noteTitleRules),
    text: markdown(limits.maxNoteLength),
    ...links,
  }),
  response: changedEvidence,
});

/** Adds the answer to a question as evidence. The server reads the answer within seconds, and stores it. */
export const keepEvidenceContract = defineContract({
  ...writeRules,
  id: "keep-evidence",
  path: "/api/v1/investigations/[number]/evidence/answers",
  body: z.strictObject({
    question: evidenceQuestion,
    title: oneLine(evidenceTitleRules),
    /** Remark on the answer. */
    text: longText(limits.maxNoteLength).default(""),
    ...links,
  }),
  response: changedEvidence,
});

/** Reads the stored data of a piece of evidence. */
export const evidenceAnswerContract = defineContract({
  ...readRules,
  id: "evidence-answer",
  path: "/api/v1/investigations/[number]/evidence/[evidenceId]/answer",
  params: evidenceParams,
  /** `data` is null until the data were read, if they could not be read, and for notes and removed evidence. */
  response: z.object({ asOfMs: z.number(), data: evidenceData.nullable() }),
});

/** Links a piece of evidence to steps and hypotheses. */
export const linkEvidenceContract = defineContract({
  ...writeRules,
  id: "link-evidence",
  path: "/api/v1/investigations/[number]/evidence/[evidenceId]/links",
  params: evidenceParams,
  /** Replaces the links to steps of the current round and to hypotheses. Links to hypotheses of earlier rounds must be unchanged. */
  body: z.strictObject({
    ...links,
    /** Links to hypotheses as the caller saw them. If another person changed these links, the request fails with a conflict. */
    from: links.hypotheses.unwrap().optional(),
    /** Links to steps of the current round as the caller saw them. If another person changed these links, the request fails with a conflict. */
    fromSteps: links.steps.unwrap().optional(),
  }),
  response: changedEvidence,
});

/** Removes the content of a piece of evidence, with a reason. */
export const removeEvidenceContract = defineContract({
  ...removeRules,
  id: "remove-evidence",
  path: "/api/v1/investigations/[number]/evidence/[evidenceId]",
  params: evidenceParams,
  /** Deletes the content. Number, title and reason stay on record. */
  body: z.strictObject({ reason }),
  response: changedEvidence,
});

/** A hypothesis with its predicted effect and its status. */
export type HypothesisEntry = z.infer<typeof hypothesis>;
/** A piece of evidence without its stored answer. */
export type EvidenceEntry = z.infer<typeof evidence>;
/** Body of `POST /api/v1/investigations/[number]/hypotheses`. */
export type AddHypothesisBody = z.input<typeof addHypothesisContract.body>;
/** Body of `PATCH /api/v1/investigations/[number]/hypotheses/[hypothesisId]`. */
export type EditHypothesisBody = z.input<typeof editHypothesisContract.body>;
/** Body of `POST /api/v1/investigations/[number]/evidence`. */
export type AddNoteBody = z.input<typeof addNoteContract.body>;
/** Body of `POST /api/v1/investigations/[number]/evidence/[evidenceId]/links`. */
export type LinkEvidenceBody = z.input<typeof linkEvidenceContract.body>;
/** Body of `POST /api/v1/investigations/[number]/evidence/answers`. */
export type KeepEvidenceBody = z.input<typeof keepEvidenceContract.body>;
/** Response of `GET /api/v1/investigations/[number]/evidence`. */
export type EvidenceListResponse = ResponseOf<typeof evidenceListContract>;
/** Response of `GET /api/v1/investigations/[number]/evidence/[evidenceId]/answer`. */
export type EvidenceAnswerResponse = ResponseOf<typeof evidenceAnswerContract>;

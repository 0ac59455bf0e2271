/** Endpoints for drafts: unsaved input of the caller to parts of an investigation. Only the caller reads them. */
import { z } from "zod";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { defineContract, type ResponseOf } from "../contract";
import { epochMs, investigationParams, longText, readRules, removeRules, writeRules } from "./request-fields";

/** Part of the investigation, such as comment, header or step:1:reproduce. */
const part = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(?::[a-z0-9-]{1,60}){0,3}$/, "must be a part such as step:1:reproduce")
  .max(120);

const draft = z.object({ part: z.string(), document: z.string(), updatedAtMs: z.number() });

/** Lists the caller's drafts: form input of an investigation that is stored but not yet saved. */
export const ownDraftsContract = defineContract({
  ...readRules,
  id: "drafts",
  path: "/api/v1/investigations/[number]/drafts",
  response: z.object({ asOfMs: z.number(), drafts: z.array(draft) }),
});

/** Stores the caller's unsaved input of one part of the page. Refuses to replace a draft that the caller has not read. */
export const saveDraftContract = defineContract({
  ...writeRules,
  id: "save-draft",
  path: "/api/v1/investigations/[number]/drafts",
  maxBodyBytes: 1_024 * 1_024,
  /** Replaces the draft of the part. */
  body: z.strictObject({
    part,
    /** JSON text that the form writes and reads. */
    document: longText(investigationLimits.maxDraftLength),
    /** `updatedAtMs` of the draft that this one replaces. Absent: the caller has read no draft of the part. */
    replacedMs: epochMs.optional(),
  }),
  response: z.object({ asOfMs: z.number(), part: z.string(), updatedAtMs: z.number() }),
});

/** Deletes the caller's draft of one part of the page. Refuses to delete a draft that the caller has not read. */
export const deleteDraftContract = defineContract({
  ...removeRules,
  id: "delete-draft",
  path: "/api/v1/investigations/[number]/drafts/[part]",
  params: investigationParams.extend({ part }),
  /** `updatedAtMs` of the draft to delete. */
  body: z.strictObject({ updatedAtMs: epochMs }),
  /** Deleting a draft that does not exist has no effect. */
  response: z.object({ asOfMs: z.number(), part: z.string() }),
});

/** Response of `GET /api/v1/investigations/[number]/drafts`. */
export type UnsavedInputResponse = ResponseOf<typeof ownDraftsContract>;
/** Body of `POST /api/v1/investigations/[number]/drafts`. */
export type SaveDraftBody = z.input<typeof saveDraftContract.body>;
/** Response of `POST /api/v1/investigations/[number]/drafts`. */
export type SaveDraftResponse = ResponseOf<typeof saveDraftContract>;

/** Endpoints for the templates of investigations: list, create, edit and delete templates. */
import { z } from "zod";
import { goalSchema } from "@/lib/model/investigation/goal-schema";
import {
  investigationLimits,
  investigationTitleRules,
  templateItemRules,
  templateNameRules,
} from "@/lib/model/investigation/investigation-limits";
import { defaultSeverity, severities } from "@/lib/model/investigation/severity";
import { templateDocument } from "@/lib/model/investigation/template";
import { defineContract, type ResponseOf } from "../contract";
import { emptyObject } from "../fields";
import {
  editRules,
  oneLine,
  readRules,
  removeRules,
  stepAnswers,
  stepId,
  tags,
  writeRules,
} from "./request-fields";

const limits = investigationLimits;

const title = z.union([z.literal(""), oneLine(investigationTitleRules)]);

const step = z.strictObject({
  answers: stepAnswers.default({}),
  /** Statements that are added to the checklist of the step. */
  items: z
    .array(oneLine(templateItemRules))
    .max(limits.maxTemplateItems)
    .refine((items) => new Set(items).size === items.length, "must not repeat a statement")
    .default([]),
});

/** All content of a template. */
const content = z.strictObject({
  name: oneLine(templateNameRules),
  /** Null gives the template to every editor. */
  teamId: z.uuid().nullable().default(null),
  /** Proposed title. */
  title: title.default(""),
  severity: z.literal(severities).default(defaultSeverity),
  tags: tags.default([]),
  goal: goalSchema.nullable().default(null),
  steps: z.partialRecord(stepId, step).default({}),
});

const template = templateDocument.extend({
  id: z.string(),
  name: z.string(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** True if the caller may edit and delete the template. */
  canEdit: z.boolean(),
  author: z.string(),
  /** Person who saved the present version, and when. Null if an earlier release stored it, which did not record the person. */
  lastSave: z
    .object({
      author: z.string(),
      /** True if the caller is the author. */
      isCaller: z.literal(true).exactOptional(),
      atMs: z.number(),
    })
    .nullable(),
  version: z.number().int(),
});

const params = z.strictObject({ templateId: z.uuid() });
const changedTemplate = z.object({ asOfMs: z.number(), template });

/** Lists the templates for investigations that the caller may use. */
export const templatesContract = defineContract({
  ...readRules,
  id: "templates",
  path: "/api/v1/investigations/templates",
  params: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** True if the caller may create templates. */
    canCreate: z.boolean(),
    /** By name. Templates of other teams are missing. */
    templates: z.array(template),
  }),
});

/** Creates a template. */
export const createTemplateContract = defineContract({
  ...writeRules,
  id: "create-template",
  path: "/api/v1/investigations/templates",
  maxBodyBytes: 512 * 1_024,
  params: emptyObject,
  body: content,
  response: changedTemplate,
});

/** Replaces the content of a template. */
export const editTemplateContract = defineContract({
  ...editRules,
  id: "edit-template",
  path: "/api/v1/investigations/templates/[templateId]",
  maxBodyBytes: 512 * 1_024,
  params,
  /** Replaces the complete content. */
  body: content,
  response: changedTemplate,
});

/** Deletes a template. */
export const deleteTemplateContract = defineContract({
  ...removeRules,
  guard: "if-match",
  id: "delete-template",
  path: "/api/v1/investigations/templates/[templateId]",
  params,
  /** Investigations that were opened with the template keep their content. */
  body: emptyObject,
  response: z.object({ deletedId: z.string() }),
});

/** Response of `GET /api/v1/investigations/templates`. */
export type TemplatesResponse = ResponseOf<typeof templatesContract>;
/** A template from which investigations are opened. */
export type TemplateEntry = z.infer<typeof template>;
/** Body of `POST /api/v1/investigations/templates`. */
export type TemplateBody = z.input<typeof createTemplateContract.body>;

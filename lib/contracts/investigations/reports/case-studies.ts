/** Endpoints of case studies: reads and saves the case study of an investigation, and lists published ones. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { caseStudyLimits, caseStudyTitleRules } from "@/lib/model/investigation/reports/case-study";
import { defineContract, type QueryOf } from "../../contract";
import { emptyObject, slug } from "../../fields";
import { editRules, longText, markdown, oneLine, readRules, searchText } from "../request-fields";

const { maxTextLength, maxClassLength, maxListed } = caseStudyLimits;

const texts = {
  title: z.string(),
  problem: z.string(),
  cause: z.string(),
  fix: z.string(),
  effect: z.string(),
  causeClass: z.string().nullable(),
} as const;

const caseStudy = z.object({
  ...texts,
  publishedAtMs: z.number().nullable(),
  /** Version of the case study. It is 0 until a person saves the case study. Until then, the texts are a proposal from the record. */
  version: z.number().int(),
  author: z.string().nullable(),
  updatedAtMs: z.number().nullable(),
});

const causeClass = oneLine({ maxLength: maxClassLength, emptyError: "Name the class, or enter none." });

/** Reads the case study of an investigation, or a proposal from the record if none is saved. */
export const caseStudyContract = defineContract({
  ...readRules,
  id: "case-study",
  path: "/api/v1/investigations/[number]/case-study",
  response: z.object({ asOfMs: z.number(), caseStudy, canEdit: z.boolean() }),
});

/** Saves the texts, and publishes or withdraws the case study. The version of a proposal is 0. */
export const editCaseStudyContract = defineContract({
  ...editRules,
  id: "edit-case-study",
  path: "/api/v1/investigations/[number]/case-study",
  body: z.strictObject({
    title: oneLine(caseStudyTitleRules),
    problem: markdown(maxTextLength),
    cause: markdown(maxTextLength),
    fix: markdown(maxTextLength),
    effect: markdown(maxTextLength),
    causeClass: causeClass.nullable(),
    /** Only the case study of a resolved investigation can be published. */
    isPublished: z.boolean(),
  }),
  response: z.object({ asOfMs: z.number(), caseStudy }),
});

/**
 * Lists published case studies of the investigations that the caller may read, newest first. If the state of an
 * investigation is no longer "resolved", its problem has returned.
 */
export const caseStudiesContract = defineContract({
  id: "case-studies",
  method: "GET",
  path: "/api/v1/investigations/case-studies",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    /** Words that the title or a text contains. */
    text: searchText.optional(),
    deployment: slug.optional(),
    causeClass: longText(maxClassLength).trim().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(maxListed).default(maxListed),
    /** Value of nextCursor of the previous page. */
    cursor: z
      .string()
      .regex(/^\d{1,16}_[1-9]\d{0,8}$/, "must be nextCursor of the previous response")
      .optional(),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    caseStudies: z.array(
      z.object({
        ...texts,
        /** Number of the investigation. */
        number: z.number().int(),
        state: z.enum(investigationStates),
        round: z.number().int(),
        /** By title. Deployments that the caller may not read are missing. */
        deployments: z.array(z.object({ slug: z.string(), title: z.string() })),
        publishedAtMs: z.number(),
      }),
    ),
    nextCursor: z.string().nullable(),
    /** Classes of published case studies, for the filter. */
    causeClasses: z.array(z.string()),
  }),
});

/** A case study: its four texts, its class, and whether it is published. */
export type CaseStudyEntry = ReadonlyDeep<z.infer<typeof caseStudy>>;
/** Response of `GET /api/v1/investigations/[number]/case-study`. */
export type CaseStudyResponse = ReadonlyDeep<z.output<typeof caseStudyContract.response>>;
/** Body of `PATCH /api/v1/investigations/[number]/case-study`. */
export type EditCaseStudyBody = z.input<typeof editCaseStudyContract.body>;
/** Query parameters of `GET /api/v1/investigations/case-studies`. */
export type CaseStudiesQuery = QueryOf<typeof caseStudiesContract>;
/** Response of `GET /api/v1/investigations/case-studies`. */
export type CaseStudiesResponse = ReadonlyDeep<z.output<typeof caseStudiesContract.response>>;

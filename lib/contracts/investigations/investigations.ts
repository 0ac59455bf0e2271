/** Endpoints for investigations: open, list, read and edit an investigation. */
import { z } from "zod";
import { titleError } from "@/lib/model/event";
import { conditionsSchema, goalSchema } from "@/lib/model/investigation/goal-schema";
import { investigationLimits, investigationTitleRules } from "@/lib/model/investigation/investigation-limits";
import { investigationVisibilities, linkKinds } from "@/lib/model/investigation/investigation";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { severities } from "@/lib/model/investigation/severity";
import { defineContract, type ResponseOf } from "../contract";
import { emptyObject, slug } from "../fields";
import { fixedWindow } from "./evidence-kinds/fixed-window";
import { editRules, epochMs, oneLine, readRules, searchText, tag, tags, writeRules } from "./request-fields";
import {
  changedInvestigation,
  evidence,
  experiment,
  hypothesis,
  investigation,
  investigationEntry,
  participant,
  relation,
  stepRecord,
  timelinePage,
} from "./response-fields";

const limits = investigationLimits;
const title = oneLine(investigationTitleRules);
const severity = z.literal(severities);
const severityText = z.enum(severities.map(String)).transform(Number);
const deployments = z
  .array(slug)
  .max(limits.maxDeployments)
  .transform((slugs) => [...new Set(slugs)]);

/** A page inside Ridgepoint with its query. */
const pagePath = z
  .string()
  .max(limits.maxUrlLength)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, "must be a path inside Ridgepoint, such as /signals?deployment=chat");

const link = z.strictObject({
  kind: z.enum(linkKinds),
  title: z
    .string()
    .max(2_000)
    .trim()
    .superRefine((text, context) => {
      const error = titleError(text, { maxLength: 200, emptyError: "Name the link." });
      if (error !== null) context.addIssue({ code: "custom", message: error });
    }),
  url: z.url({ protocol: /^https?$/ }).max(limits.maxUrlLength),
});

/** Calendar day in the time zone of the organisation. */
const dueOn = z.iso.date();

const owner = {
  ownerId: z.uuid().nullable().optional(),
  /** Null gives the investigation to every editor. */
  teamId: z.uuid().nullable().optional(),
  visibility: z.enum(investigationVisibilities).optional(),
} as const;

/** Opens an investigation, with the values of a template if one is named. */
export const openInvestigationContract = defineContract({
  ...writeRules,
  id: "open-investigation",
  path: "/api/v1/investigations",
  params: emptyObject,
  body: z.strictObject({
    title,
    /** Absent: the severity of the template, or 3. */
    severity: severity.optional(),
    deployments: deployments.default([]),
    /** Absent: the tags of the template, or none. */
    tags: tags.optional(),
    /** Template whose values the new investigation starts with. */
    templateId: z.uuid().nullable().default(null),
    /** Where the investigation is opened: by a person without a page, or from a page with its query. */
    opening: z
      .discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("person") }),
        z.strictObject({
          kind: z.enum(["chart", "comparison", "gate"]),
          path: pagePath,
          /** Window of the page, which the steps read until the start of the symptom is entered. */
          window: fixedWindow.exactOptional(),
        }),
      ])
      .default({ kind: "person" }),
    startedAtMs: epochMs.nullable().default(null),
    detectedAtMs: epochMs.nullable().default(null),
    /** Absent: the goal of the template, or none. */
    goal: goalSchema.nullable().optional(),
    baselineId: z.uuid().nullable().default(null),
    /** Team of the investigation. If absent, the investigation belongs to the team of the template. */
    ...owner,
  }),
  response: changedInvestigation,
});

/** Orders in which the list of investigations can be sorted. */
export const investigationSorts = ["updated", "number", "severity", "due"] as const;
/** Order of the list of investigations. */
export type InvestigationSort = (typeof investigationSorts)[number];

/** Returns the schema of values separated by commas. */
function listOf<T extends z.ZodType<unknown, string>>(one: T) {
  return z
    .string()
    .max(400)
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(one).min(1));
}

/** Lists the investigations that the caller may read, by filter and page. */
export const investigationsContract = defineContract({
  ...readRules,
  id: "investigations",
  path: "/api/v1/investigations",
  params: emptyObject,
  query: z.strictObject({
    /** Separated by commas. Absent means all states. */
    states: listOf(z.enum(investigationStates)).optional(),
    /** Separated by commas, such as 1,2. */
    severities: listOf(severityText).optional(),
    owner: z.uuid().optional(),
    team: z.uuid().optional(),
    /** Start of a tag: `ttft` also selects `ttft-cold`. */
    tag: tag.optional(),
    deployment: slug.optional(),
    /** Part of the title, or a number such as 31 or INV-31. */
    text: searchText.optional(),
    /** "updated" and "number": newest first. "severity": most severe first. "due": earliest date first, then those without a date. */
    sort: z.enum(investigationSorts).default("updated"),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the previous page with the same filters and sort. */
    cursor: z
      .string()
      .regex(/^[\d-]{1,24}_\d{1,9}$/)
      .optional(),
  }),
  response: z.object({
    asOfMs: z.number(),
    investigations: z.array(investigationEntry),
    nextCursor: z.string().nullable(),
    /** Number of investigations in each state that match all filters except the filter by state. */
    counts: z.record(z.enum(investigationStates), z.number().int()),
  }),
});

/** Reads everything that the page of an investigation shows first. */
export const investigationContract = defineContract({
  ...readRules,
  id: "investigation",
  path: "/api/v1/investigations/[number]",
  response: z.object({
    asOfMs: z.number(),
    investigation,
    /** Rights of the caller. */
    rights: z.object({
      canEdit: z.boolean(),
      canComment: z.boolean(),
      /** Why the caller cannot edit, as sentences; null if the role and the teams of the caller allow it. */
      editRefusal: z.string().nullable(),
    }),
    /** The seven steps of the current round, in order. */
    steps: z.array(stepRecord),
    /** Numbers of the earlier rounds. `investigation-round` reads their steps. */
    earlierRounds: z.array(z.number().int()),
    /** Ids of the deploys that were the fix of an earlier round. The current round needs another deploy. */
    earlierFixIds: z.array(z.string()),
    /** By rank. */
    hypotheses: z.array(hypothesis),
    /** Experiments of all rounds, by number. */
    experiments: z.array(experiment),
    /** The newest 25 pieces of evidence, by number. Removed evidence has no text. */
    evidence: z.array(evidence),
    /** Number of earlier pieces of evidence, which `investigation-evidence` reads. */
    earlierEvidenceCount: z.number().int(),
    /** Null if the data of evidence are retained without limit. */
    evidenceRetention: z
      .object({
        team: z.string(),
        retentionDays: z.number().int(),
        /** Time of the removal. Null while the investigation is open. */
        removalAtMs: z.number().nullable(),
      })
      .nullable(),
    participants: z.array(participant),
    relations: z.array(relation),
    /** First page of the timeline without filters. */
    timeline: timelinePage,
  }),
});

/** Changes properties, links or the goal of an investigation. */
export const editInvestigationContract = defineContract({
  ...editRules,
  id: "edit-investigation",
  path: "/api/v1/investigations/[number]",
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({
      title: title.optional(),
      severity: severity.optional(),
      deployments: deployments.optional(),
      tags: tags.optional(),
      startedAtMs: epochMs.nullable().optional(),
      detectedAtMs: epochMs.nullable().optional(),
      mitigatedAtMs: epochMs.nullable().optional(),
      resolvedAtMs: epochMs.nullable().optional(),
      dueOn: dueOn.nullable().optional(),
      goal: goalSchema.nullable().optional(),
      conditions: conditionsSchema.optional(),
      links: z.array(link).max(limits.maxLinks).optional(),
      baselineId: z.uuid().nullable().optional(),
      deployEventId: z.uuid().nullable().optional(),
      ...owner,
    })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: changedInvestigation,
});

/** An investigation in a list. */
export type InvestigationEntry = z.infer<typeof investigationEntry>;
/** Response of `GET /api/v1/investigations`. */
export type InvestigationsResponse = ResponseOf<typeof investigationsContract>;
/** Response of `GET /api/v1/investigations/[number]`. */
export type InvestigationResponse = ResponseOf<typeof investigationContract>;
/** One investigation with all its properties. */
export type Investigation = InvestigationResponse["investigation"];
/** Body of `POST /api/v1/investigations`. */
export type OpenInvestigationBody = z.input<typeof openInvestigationContract.body>;
/** Body of `PATCH /api/v1/investigations/[number]`. */
export type EditInvestigationBody = z.input<typeof editInvestigationContract.body>;

/** Endpoints for the timeline of an investigation: comments, manual entries, pins. */
import { z } from "zod";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { timelineTopicNames } from "@/lib/model/investigation/timeline-entry";
import { defineContract, type ResponseOf } from "../contract";
import { editRules, epochMs, investigationParams, markdown, readRules, writeRules } from "./request-fields";
import { timelineEntry, timelinePage } from "./response-fields";

const limits = investigationLimits;

/** Lists the entries of the timeline, newest first. */
export const timelineContract = defineContract({
  ...readRules,
  id: "timeline",
  path: "/api/v1/investigations/[number]/timeline",
  query: z.strictObject({
    topic: z.enum(timelineTopicNames).optional(),
    /** Id of the person who made the change or wrote the entry. */
    author: z.uuid().optional(),
    pinned: z.literal("true").optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the previous page with the same filters. */
    cursor: z
      .string()
      .regex(/^\d{1,16}_[0-9a-f-]{36}$/)
      .optional(),
  }),
  response: timelinePage.extend({ asOfMs: z.number() }),
});

const changedEntry = z.object({ asOfMs: z.number(), entry: timelineEntry });
const entryParams = investigationParams.extend({ entryId: z.uuid() });
const text = markdown(limits.maxCommentLength);
/** Ids of mentioned people, in addition to those whose names follow “@” in the text. */
const mentions = z
  .array(z.uuid())
  .max(limits.maxMentions)
  .transform((ids) => [...new Set(ids)]);

/** Adds a comment, with the people whom it mentions. */
export const addCommentContract = defineContract({
  ...writeRules,
  id: "add-comment",
  path: "/api/v1/investigations/[number]/comments",
  body: z.strictObject({ text, mentions: mentions.default([]) }),
  response: changedEntry,
});

/** Changes a comment of the caller. */
export const editCommentContract = defineContract({
  ...editRules,
  id: "edit-comment",
  path: "/api/v1/investigations/[number]/comments/[entryId]",
  params: entryParams,
  body: z.strictObject({
    text,
    /** Absent: the mentioned people remain, except for those whose names the text no longer contains. */
    mentions: mentions.optional(),
  }),
  response: changedEntry,
});

/** Adds an entry about something that happened outside of Ridgepoint. */
export const addTimelineEntryContract = defineContract({
  ...writeRules,
  id: "add-timeline-entry",
  path: "/api/v1/investigations/[number]/timeline",
  /** Something that happened at a time, such as a call with a provider. */
  body: z.strictObject({ text, atMs: epochMs }),
  response: changedEntry,
});

/** Changes an entry that the caller added. */
export const editTimelineEntryContract = defineContract({
  ...editRules,
  id: "edit-timeline-entry",
  path: "/api/v1/investigations/[number]/timeline/[entryId]",
  params: entryParams,
  body: z.strictObject({ text, atMs: epochMs }),
  response: changedEntry,
});

/** Pins or unpins an entry. */
export const pinTimelineEntryContract = defineContract({
  ...writeRules,
  id: "pin-timeline-entry",
  path: "/api/v1/investigations/[number]/timeline/[entryId]/pin",
  params: entryParams,
  body: z.strictObject({ isPinned: z.boolean() }),
  response: changedEntry,
});

/** An entry of the timeline of an investigation. */
export type TimelineEntry = z.infer<typeof timelineEntry>;
/** Response of `GET /api/v1/investigations/[number]/timeline`. */
export type TimelineResponse = ResponseOf<typeof timelineContract>;

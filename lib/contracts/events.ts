/** Events endpoints: list, create, edit and delete events. */
import { z } from "zod";
import {
  eventKinds,
  eventOrigins,
  exclusionReasons,
  instantEventKinds,
  titleError,
  type EventKind,
} from "@/lib/model/event";
import { environmentPath, environmentText } from "@/lib/model/baseline/environment-schema";
import { defineContract } from "./contract";
import { emptyObject, slug, timeExpression, timeWindow } from "./fields";

const epochMs = z.int().min(0).max(8_640_000_000_000_000);
const eventId = z.uuid();

const title = z
  .string()
  .max(2_000)
  .trim()
  .superRefine((text, context) => {
    const error = titleError(text);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

const changeEvent = z.object({
  id: z.string(),
  kind: z.enum(eventKinds),
  atMs: z.number(),
  endMs: z.number().nullable(),
  reason: z.enum(exclusionReasons).nullable(),
  title: z.string(),
  source: z.string().nullable(),
  deployment: z.string().nullable(),
  path: z.string().exactOptional(),
  fromValue: z.string().nullable(),
  toValue: z.string().nullable(),
  origin: z.enum(eventOrigins),
  author: z.string(),
  version: z.number().int(),
});

/** Comma-separated kinds such as "deploy,comment". Absent means all kinds. */
const kinds = z
  .string()
  .max(200)
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(z.enum(eventKinds)).min(1))
  .default([...eventKinds] satisfies EventKind[]);

/** Lists events that overlap a window, newest first. */
export const eventsContract = defineContract({
  id: "events",
  method: "GET",
  path: "/api/v1/events",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    from: timeExpression.default("now-6h"),
    to: timeExpression.default("now"),
    /** Selects events of this deployment and of all deployments. Absent means every event. */
    deployment: slug.optional(),
    kinds,
    limit: z.coerce.number().int().min(1).max(500).default(200),
    /** `nextCursor` of the previous page. */
    cursor: z
      .string()
      .regex(/^\d{1,16}_[0-9a-f-]{36}$/)
      .optional(),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    /** Newest first. Includes exclusions that overlap the window. */
    events: z.array(changeEvent),
    nextCursor: z.string().nullable(),
  }),
});

const written = {
  /** Defaults to now. */
  atMs: epochMs.optional(),
  title,
  /** Null or absent means all deployments. */
  deployment: slug.nullable().default(null),
  /** Where the event was entered. The event form sends "manual". API clients can omit the field. */
  origin: z.enum(["manual", "api"]).default("api"),
};

/** Adds an event, such as a deploy or a configuration change. */
export const createEventContract = defineContract({
  id: "create-event",
  method: "POST",
  path: "/api/v1/events",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(instantEventKinds).exclude(["configuration"]), ...written }),
    z.strictObject({
      kind: z.literal("configuration"),
      /** Path in the environment that changed, such as engine.flags.max_num_seqs. */
      path: environmentPath.optional(),
      fromValue: environmentText.nullable().default(null),
      /** Value of the path after the change. Null if the value was removed, or if the event has no path. */
      toValue: environmentText.nullable().default(null),
      ...written,
    }),
    z.strictObject({
      kind: z.literal("exclusion"),
      reason: z.enum(exclusionReasons),
      /** Null or absent for an ongoing exclusion. */
      endMs: epochMs.nullable().default(null),
      ...written,
    }),
  ]),
  response: z.object({ asOfMs: z.number(), event: changeEvent }),
});

/**
 * Adds an event that a program sends as a webhook. The id in the body replaces the idempotency key, because senders of
 * webhooks cannot add the header. The response to a repeated delivery is the stored event.
 */
export const receiveEventContract = defineContract({
  id: "receive-event",
  method: "POST",
  path: "/api/v1/events/webhook",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    /** Id of the delivery, unique per sender, such as deploy-4711. */
    id: z.string().regex(/^[\x21-\x7e]{1,200}$/, "must have 1 to 200 printable characters without spaces"),
    kind: z.enum(instantEventKinds),
    title,
    /** ISO 8601 time with its offset, such as 2026-11-24T09:30:00Z. Absent means now. */
    at: z.iso.datetime({ offset: true }).optional(),
    /** Null or absent means all deployments. */
    deployment: slug.nullable().default(null),
    /** Path in the environment that changed. Allowed only for a configuration change, as in `POST /api/v1/events`. */
    path: environmentPath.optional(),
    fromValue: environmentText.nullable().default(null),
    toValue: environmentText.nullable().default(null),
  }),
  response: z.object({ asOfMs: z.number(), event: changeEvent }),
});

/** Changes an event that a person or CI added. */
export const editEventContract = defineContract({
  id: "edit-event",
  method: "PATCH",
  path: "/api/v1/events/[eventId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: z.strictObject({ eventId }),
  query: emptyObject,
  /** Absent fields stay unchanged. The kind cannot be changed. */
  body: z
    .strictObject({
      atMs: epochMs.optional(),
      endMs: epochMs.nullable().optional(),
      reason: z.enum(exclusionReasons).optional(),
      title: title.optional(),
      deployment: slug.nullable().optional(),
    })
    .refine((edit) => Object.keys(edit).length > 0, "specify at least one field"),
  response: z.object({ asOfMs: z.number(), event: changeEvent }),
});

/** Deletes an event. */
export const deleteEventContract = defineContract({
  id: "delete-event",
  method: "DELETE",
  path: "/api/v1/events/[eventId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ eventId }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), deletedId: z.string() }),
});

/** Response of `GET /api/v1/events`. */
export type EventsResponse = z.infer<typeof eventsContract.response>;
/** Body of `POST /api/v1/events`. */
export type CreateEventBody = z.input<typeof createEventContract.body>;
/** Body of `PATCH /api/v1/events/[eventId]`. */
export type EditEventBody = z.input<typeof editEventContract.body>;
/** Response of `POST /api/v1/events`. */
export type EventResponse = z.infer<typeof createEventContract.response>;

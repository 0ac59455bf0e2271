/** Endpoints of wall displays: lists, creates and revokes links, and opens one on a display. */
import { z } from "zod";
import {
  wallDisplayLifetimeDays,
  wallDisplayNameMaxLength,
  wallDisplayPages,
  wallDisplayPeriods,
} from "@/lib/model/deployment/display";
import { defineContract } from "../contract";
import { displayName, emptyObject, slug } from "../fields";

const display = z.object({
  id: z.string(),
  name: z.string(),
  pages: z.array(z.enum(wallDisplayPages)),
  /** Slug of the displayed deployment. Null: the display shows the deployment with the worst status at each page change. */
  deployment: z.string().nullable(),
  /** Start of the window, which ends now. */
  period: z.string(),
  maker: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(["active", "expired", "revoked"]),
  createdAtMs: z.number(),
  expiresAtMs: z.number().nullable(),
  /** Last use of the link, updated at most once a minute. Null if the link was not used yet. */
  lastUse: z.object({ atMs: z.number(), address: z.string().nullable() }).nullable(),
});
/** Link for a wall display. */
export type DisplayEntry = z.infer<typeof display>;

/** Lists the caller's links. An admin gets the links of all people. */
export const displaysContract = defineContract({
  id: "displays",
  method: "GET",
  path: "/api/v1/displays",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), displays: z.array(display) }),
});

/** Creates a link for a wall display. Only this response contains it. */
export const createDisplayContract = defineContract({
  id: "create-display",
  method: "POST",
  path: "/api/v1/displays",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 4_096,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    name: displayName(wallDisplayNameMaxLength),
    pages: z.array(z.enum(wallDisplayPages)).min(1).max(wallDisplayPages.length),
    deployment: slug.nullable(),
    period: z.enum(wallDisplayPeriods),
    /** Null for a link that does not expire. */
    lifetimeDays: z
      .number()
      .int()
      .min(wallDisplayLifetimeDays.shortest)
      .max(wallDisplayLifetimeDays.longest)
      .nullable(),
  }),
  response: z.object({
    asOfMs: z.number(),
    display,
    /** The part of the link after `#`. Null in the response to a repeated request, because only its hash is stored. */
    token: z.string().nullable(),
  }),
});
/** Body of `POST /api/v1/displays`. */
export type CreateDisplayBody = z.input<typeof createDisplayContract.body>;
/** Response of `POST /api/v1/displays`. */
export type CreatedDisplayResponse = z.output<typeof createDisplayContract.response>;

/** Revokes the link of a wall display. */
export const revokeDisplayContract = defineContract({
  id: "revoke-display",
  method: "POST",
  path: "/api/v1/displays/[displayId]/revoke",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 256,
  params: z.strictObject({ displayId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), display }),
});

/** Stores the token of a link in a cookie of the display. */
export const openDisplayContract = defineContract({
  id: "open-display",
  method: "POST",
  path: "/api/v1/display",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  /** Path of kiosk mode with the pages of the link. */
  response: z.object({ path: z.string() }),
});

/** Endpoints for people: list, invite, change the role, and remove. */
import { z } from "zod";
import { roles } from "@/lib/model/person";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";

const id = z.uuid();

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** True if the person needs a code to sign in with a password. */
  hasSecondFactor: z.boolean(),
  /** Last use of one of the person's sessions. Null without a session. */
  lastUsedAtMs: z.number().nullable(),
  version: z.number().int(),
});

const invitation = z.object({
  id: z.string(),
  purpose: z.enum(["invite", "reset"]),
  /** Role of the new person. Null for a new password. */
  role: z.enum(roles).nullable(),
  /** Address of the new person. Null if anyone with the link may join. */
  email: z.string().nullable(),
  /** Team that the new person joins. Null if there is none. */
  teamName: z.string().nullable(),
  /** Name of the person whose password is set. Null for a new person. */
  personName: z.string().nullable(),
  expiresAtMs: z.number(),
});

/** Lists people and open invitations. */
export const peopleContract = defineContract({
  id: "people",
  method: "GET",
  path: "/api/v1/people",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** By name. Without removed people. */
    people: z.array(person),
    /** Links that can still be used. */
    invitations: z.array(invitation),
  }),
});

/** Creates a one-time link that invites a person or resets a password. */
export const createInvitationContract = defineContract({
  id: "create-invitation",
  method: "POST",
  path: "/api/v1/invitations",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 4_096,
  params: emptyObject,
  query: emptyObject,
  body: z.discriminatedUnion("purpose", [
    z.strictObject({
      purpose: z.literal("invite"),
      role: z.enum(roles),
      /** The person with this address may also sign in with the provider, without the link. */
      email: z.email().max(254).toLowerCase().optional(),
      /** The new person becomes a member of this team. */
      teamId: id.optional(),
      /** SHA-256 of the token in hexadecimal. The browser creates the token, so that no stored response contains it. */
      tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    z.strictObject({
      purpose: z.literal("reset"),
      personId: id,
      tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ]),
  response: z.object({ invitation }),
});

/** Deletes a one-time link that was not used. */
export const deleteInvitationContract = defineContract({
  id: "delete-invitation",
  method: "DELETE",
  path: "/api/v1/invitations/[invitationId]",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ invitationId: id }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ deletedId: z.string() }),
});

/** Changes the role of a person. */
export const editPersonContract = defineContract({
  id: "edit-person",
  method: "PATCH",
  path: "/api/v1/people/[personId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ personId: id }),
  query: emptyObject,
  body: z.strictObject({ role: z.enum(roles) }),
  response: z.object({ person }),
});

/** Removes a person. The row of the person stays, so that earlier changes still have their author. */
export const removePersonContract = defineContract({
  id: "remove-person",
  method: "DELETE",
  path: "/api/v1/people/[personId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ personId: id }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ removedId: z.string() }),
});

/** Ends the second factor of a person who lost it, and their sessions. */
export const resetSecondFactorContract = defineContract({
  id: "reset-second-factor",
  method: "DELETE",
  path: "/api/v1/people/[personId]/second-factor",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 256,
  params: z.strictObject({ personId: id }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ personId: z.string() }),
});

/** Response of `GET /api/v1/people`. */
export type PeopleResponse = z.infer<typeof peopleContract.response>;
/** Body of `POST /api/v1/invitations`. */
export type CreateInvitationBody = z.input<typeof createInvitationContract.body>;
/** Body of `PATCH /api/v1/people/[personId]`. */
export type EditPersonBody = z.input<typeof editPersonContract.body>;

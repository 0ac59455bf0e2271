/** Endpoints of the caller's sign-in: adds a person by a link, sets a password, signs in and out, and describes the caller. */
import { z } from "zod";
import { maxPasswordLength, minPasswordLength, personNameMaxLength, roles, themes } from "@/lib/model/person";
import { defineContract } from "../contract";
import { displayName, emptyObject } from "../fields";

const common = { params: emptyObject, query: emptyObject, maxBodyBytes: 4_096 } as const;

/** The check of a password takes about a second, and further checks wait until it has ended. */
const passwordTimeLimitMs = 20_000;

const email = z.email().max(254).toLowerCase();

/** Schema of a code of an authenticator app, or of a recovery code. */
export const secondFactorCode = z.string().trim().min(6).max(40);

/** Schema of the person who signed in. */
export const signedInPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  timeZone: z.string().nullable(),
  theme: z.enum(themes),
  /** Version of the profile, which an edit of the profile names. */
  version: z.number(),
});

/**
 * Schema of how the caller signs in: with a session of Ridgepoint, at a proxy, as a visitor of the demo, with an API
 * token, or not at all, because no person exists yet.
 */
export const signInKind = z.enum(["session", "proxy", "demo", "token", "none"]);

/** Reads which person the caller is. */
export const sessionContract = defineContract({
  ...common,
  id: "session",
  method: "GET",
  path: "/api/v1/session",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  body: emptyObject,
  response: z.object({
    /** Null for the operator of the machine, who is the caller while no person exists, and for visitors of the demo. */
    person: signedInPerson.nullable(),
    /** Name of the demo user that every visitor of the demo uses. Null for all other callers. */
    demoVisitorName: z.string().nullable(),
    signInKind,
  }),
});

/** Signs a person in with a password. */
export const signInContract = defineContract({
  ...common,
  id: "sign-in",
  method: "POST",
  path: "/api/v1/session",
  timeLimitMs: passwordTimeLimitMs,
  body: z.strictObject({
    email,
    password: z.string().min(1).max(maxPasswordLength),
    /** Needed after the answer `second-factor-required`. */
    code: secondFactorCode.optional(),
  }),
  response: z.object({ person: signedInPerson }),
});

/** Ends the caller's session. */
export const signOutContract = defineContract({
  ...common,
  id: "sign-out",
  method: "DELETE",
  path: "/api/v1/session",
  timeLimitMs: 5_000,
  body: emptyObject,
  response: emptyObject,
});

/**
 * Returns how the caller can confirm that they are the person of the session: by password, by code, or not at all.
 */
export const confirmationMethodContract = defineContract({
  ...common,
  id: "confirmation-method",
  method: "GET",
  path: "/api/v1/session/confirmation",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  body: emptyObject,
  response: z.object({
    /** "code": a code of the second factor, or a recovery code. "none": the caller has no password and no second factor. */
    method: z.enum(["password", "code", "none"]),
  }),
});

/**
 * Confirms that the caller is the person of the session. The confirmation is valid for some minutes. Changes of people
 * and tokens require it.
 */
export const confirmSessionContract = defineContract({
  ...common,
  id: "confirm-session",
  method: "POST",
  path: "/api/v1/session/confirmation",
  timeLimitMs: passwordTimeLimitMs,
  body: z.union([
    z.strictObject({ password: z.string().min(1).max(maxPasswordLength) }),
    z.strictObject({ code: secondFactorCode }),
  ]),
  response: emptyObject,
});

/** Creates an account with a setup link or an invitation. */
export const setUpContract = defineContract({
  ...common,
  id: "set-up",
  method: "POST",
  path: "/api/v1/setup",
  timeLimitMs: passwordTimeLimitMs,
  body: z.strictObject({
    /** The part of the setup link or invitation after `#`. */
    token: z.string().min(1).max(100),
    name: displayName(personNameMaxLength),
    email,
    password: z.string().min(minPasswordLength).max(maxPasswordLength),
  }),
  response: z.object({ person: signedInPerson }),
});

/** Sets a new password with a one-time link. */
export const setPasswordContract = defineContract({
  ...common,
  id: "set-password",
  method: "POST",
  path: "/api/v1/password",
  timeLimitMs: passwordTimeLimitMs,
  body: z.strictObject({
    /** The part of the link after `#`. */
    token: z.string().min(1).max(100),
    password: z.string().min(minPasswordLength).max(maxPasswordLength),
  }),
  response: z.object({
    /** The person, who is then signed in. Null if the person has a second factor and must sign in with the new password. */
    person: signedInPerson.nullable(),
  }),
});

/** Response of `GET /api/v1/session`. */
export type SessionResponse = z.infer<typeof sessionContract.response>;
/** Body of `POST /api/v1/session`. */
export type SignInBody = z.input<typeof signInContract.body>;
/** Body of `POST /api/v1/session/confirmation`. */
export type ConfirmSessionBody = z.input<typeof confirmSessionContract.body>;
/** Body of `POST /api/v1/setup`. */
export type SetUpBody = z.input<typeof setUpContract.body>;
/** Body of `POST /api/v1/password`. */
export type SetPasswordBody = z.input<typeof setPasswordContract.body>;

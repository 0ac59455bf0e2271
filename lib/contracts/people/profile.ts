/** Endpoints of the caller's profile: name, time zone, theme and password. */
import { z } from "zod";
import { maxPasswordLength, minPasswordLength, personNameMaxLength, themes } from "@/lib/model/person";
import { defineContract } from "../contract";
import { displayName, emptyObject, timeZone } from "../fields";
import { signedInPerson } from "./session";

const common = { params: emptyObject, query: emptyObject, maxBodyBytes: 4_096 } as const;

/** Changes name and time zone of the caller. */
export const editProfileContract = defineContract({
  ...common,
  id: "edit-profile",
  method: "PATCH",
  path: "/api/v1/profile",
  guard: "if-match",
  timeLimitMs: 5_000,
  body: z.strictObject({
    name: displayName(personNameMaxLength),
    /** Time zone of displayed times. Null for the time zone of the browser. */
    timeZone: timeZone.nullable(),
  }),
  response: z.object({ person: signedInPerson }),
});

/**
 * Stores the theme of the caller. The version of the profile does not change, because the theme is not part of its
 * form.
 */
export const editThemeContract = defineContract({
  ...common,
  id: "edit-theme",
  method: "POST",
  path: "/api/v1/profile/theme",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  body: z.strictObject({ theme: z.enum(themes) }),
  response: z.object({ theme: z.enum(themes) }),
});

/** Changes the password of the caller, and ends all other sessions. */
export const changePasswordContract = defineContract({
  ...common,
  id: "change-password",
  method: "POST",
  path: "/api/v1/profile/password",
  // The check of a password takes about a second, and further checks wait until it has ended.
  timeLimitMs: 20_000,
  body: z.strictObject({
    currentPassword: z.string().min(1).max(maxPasswordLength),
    newPassword: z.string().min(minPasswordLength).max(maxPasswordLength),
  }),
  response: z.object({
    /** Number of other sessions that ended. */
    endedSessions: z.number(),
  }),
});

/** Body of `PATCH /api/v1/profile`. */
export type EditProfileBody = z.input<typeof editProfileContract.body>;
/** Body of `POST /api/v1/profile/theme`. */
export type EditThemeBody = z.input<typeof editThemeContract.body>;
/** Body of `POST /api/v1/profile/password`. */
export type ChangePasswordBody = z.input<typeof changePasswordContract.body>;
/** Response of `POST /api/v1/profile/password`. */
export type ChangedPasswordResponse = z.infer<typeof changePasswordContract.response>;

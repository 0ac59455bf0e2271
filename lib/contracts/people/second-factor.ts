/** Endpoints of the caller's second factor: describes it, sets it up, makes new recovery codes, and ends it. */
import { z } from "zod";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";

const common = {
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  timeLimitMs: 5_000,
  maxBodyBytes: 256,
} as const;

const recoveryCodes = z.array(z.string());

/** Reads whether the caller uses a second factor, and why none can be used. */
export const secondFactorContract = defineContract({
  ...common,
  id: "second-factor",
  method: "GET",
  path: "/api/v1/second-factor",
  maxBodyBytes: 0,
  response: z.object({
    state: z.enum(["off", "on", "unavailable"]),
    /** Why it is unavailable: no person signed in, the person has no password, a proxy signs the person in, or the server has no secret key. */
    reason: z.enum(["no-person", "no-password", "proxy", "no-key"]).nullable(),
    /** True if the caller is an admin who has fewer rights until a second factor is set up. */
    isRequired: z.boolean(),
    /** Recovery codes that were not used yet. */
    recoveryCodeCount: z.number(),
  }),
});

/** Creates a secret. The second factor is on after `enable-second-factor`. */
export const startSecondFactorContract = defineContract({
  ...common,
  id: "start-second-factor",
  method: "POST",
  path: "/api/v1/second-factor",
  response: z.object({
    /** In base32, for typing it into an authenticator app. */
    secret: z.string(),
    /** The same secret as an `otpauth:` address, for a QR code. */
    uri: z.string(),
  }),
});

/** Enables the second factor with a code of the authenticator app. Returns the recovery codes once. */
export const enableSecondFactorContract = defineContract({
  ...common,
  id: "enable-second-factor",
  method: "POST",
  path: "/api/v1/second-factor/enable",
  body: z.strictObject({ code: z.string().trim().min(6).max(20) }),
  response: z.object({ recoveryCodes }),
});

/** Replaces all recovery codes. */
export const renewRecoveryCodesContract = defineContract({
  ...common,
  id: "renew-recovery-codes",
  method: "POST",
  path: "/api/v1/second-factor/recovery-codes",
  response: z.object({ recoveryCodes }),
});

/** Disables the second factor of the caller. */
export const endSecondFactorContract = defineContract({
  ...common,
  id: "end-second-factor",
  method: "POST",
  path: "/api/v1/second-factor/end",
  response: emptyObject,
});

/** Response of `GET /api/v1/second-factor`. */
export type SecondFactorResponse = z.infer<typeof secondFactorContract.response>;
/** Response of `POST /api/v1/second-factor`. */
export type StartedSecondFactor = z.infer<typeof startSecondFactorContract.response>;
/** Response of `POST /api/v1/second-factor/recovery-codes`. */
export type RecoveryCodesResponse = z.infer<typeof renewRecoveryCodesContract.response>;

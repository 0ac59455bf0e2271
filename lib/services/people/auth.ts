/**
 * Better Auth, which checks passwords and creates sessions. Its HTTP handler is not mounted: our endpoints call its
 * functions, so that the route wrapper, the limits and the audit trail apply.
 */
import { randomBytes } from "node:crypto";
import { betterAuth } from "better-auth/minimal";
import { maxPasswordLength, minPasswordLength } from "@/lib/model/person";
import { clientAddressHeader } from "@/lib/server/http/client-address";
import { getProcessState } from "@/lib/server/process-state";
import { sessionDays } from "@/lib/server/sessions/session-cookie";
import { createHashingAdapter } from "./hashing-adapter";

function createAuth() {
  return betterAuth({
    // Better Auth requires a secret for signing cookies. It is not used, because Ridgepoint creates the cookie.
    secret: randomBytes(32).toString("hex"),
    baseURL: "http://localhost",
    database: createHashingAdapter,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    user: { modelName: "person" },
    account: { modelName: "account", fields: { userId: "personId", password: "passwordHash" } },
    session: {
      modelName: "session",
      fields: { userId: "personId", token: "tokenHash", ipAddress: "address", userAgent: "program" },
      additionalFields: { method: { type: "string", input: false } },
      expiresIn: sessionDays * 24 * 60 * 60,
      cookieCache: { enabled: false },
    },
    advanced: {
      database: { generateId: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
  });
}

/** Returns the Better Auth instance of the process, which uses the database of the process. */
export function getBetterAuth(): ReturnType<typeof createAuth> {
  return getProcessState("auth", createAuth);
}

/** Endpoints of the sign-in with an OpenID Connect provider. */
import { z } from "zod";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";

/** The time limit allows for several requests to the provider. */
const common = { method: "POST", params: emptyObject, query: emptyObject, timeLimitMs: 20_000 } as const;

/** Starts a sign-in. The cookie of the response belongs to the started sign-in. */
export const startProviderSignInContract = defineContract({
  ...common,
  id: "start-provider-sign-in",
  path: "/api/v1/provider-sign-in",
  maxBodyBytes: 4_096,
  body: z.strictObject({
    /** Page to open after the sign-in. */
    returnPath: z.string().max(2_000),
  }),
  response: z.object({
    /** Address at the provider, which the browser opens. */
    url: z.string(),
  }),
});

/** Finishes a sign-in with the answer of the provider, and opens the session. */
export const finishProviderSignInContract = defineContract({
  ...common,
  id: "finish-provider-sign-in",
  path: "/api/v1/provider-sign-in/callback",
  maxBodyBytes: 16_384,
  body: z.strictObject({
    /** The part of the address after `?`, with which the provider opened the page of the callback. */
    search: z.string().max(12_000),
  }),
  response: z.object({ returnPath: z.string() }),
});

/** Response of `POST /api/v1/provider-sign-in`. */
export type StartedProviderSignIn = z.infer<typeof startProviderSignInContract.response>;
/** Response of `POST /api/v1/provider-sign-in/callback`. */
export type FinishedProviderSignIn = z.infer<typeof finishProviderSignInContract.response>;

/** Endpoints of API tokens: list, create and revoke. Only the response that creates a token contains its text. */
import { z } from "zod";
import { tokenLifetimeDays, tokenNameMaxLength, tokenScopes } from "@/lib/model/person";
import { defineContract } from "../contract";
import { displayName, emptyObject } from "../fields";

const scope = z.enum(tokenScopes);

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the token. */
  prefix: z.string(),
  scopes: z.array(scope),
  maker: z.object({ id: z.string(), name: z.string() }),
  /** Service account that uses the token. Null if the token has the rights of the person who created it. */
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(["active", "expired", "revoked"]),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  /** Last use of the token, updated at most once a minute. Null if the token was not used yet. */
  lastUse: z.object({ atMs: z.number(), address: z.string().nullable() }).nullable(),
});
/** API token in a list, without its secret. */
export type ApiTokenEntry = z.infer<typeof apiToken>;

/** Lists the caller's tokens. An admin gets the tokens of all people and service accounts. */
export const tokensContract = defineContract({
  id: "tokens",
  method: "GET",
  path: "/api/v1/tokens",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** Scopes that the caller may give to a token. Empty if the caller is not a person. */
    grantableScopes: z.array(scope),
    /** Whether the caller may create links for wall displays. */
    mayCreateDisplays: z.boolean(),
    tokens: z.array(apiToken),
  }),
});

/** Creates an API token. Only this response contains it. */
export const createTokenContract = defineContract({
  id: "create-token",
  method: "POST",
  path: "/api/v1/tokens",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 4_096,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    name: displayName(tokenNameMaxLength),
    scopes: z.array(scope).min(1).max(tokenScopes.length),
    lifetimeDays: z
      .number()
      .int()
      .min(tokenLifetimeDays.shortest)
      .max(tokenLifetimeDays.longest)
      .default(tokenLifetimeDays.initial),
  }),
  response: z.object({
    asOfMs: z.number(),
    token: apiToken,
    /** Null in the response to a repeated request, because only a hash of the text is stored. */
    text: z.string().nullable(),
  }),
});
/** Body of `POST /api/v1/tokens`. */
export type CreateTokenBody = z.input<typeof createTokenContract.body>;
/** Response of `POST /api/v1/tokens`. */
export type CreatedTokenResponse = z.output<typeof createTokenContract.response>;

/** Revokes an API token. */
export const revokeTokenContract = defineContract({
  id: "revoke-token",
  method: "POST",
  path: "/api/v1/tokens/[tokenId]/revoke",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 256,
  params: z.strictObject({ tokenId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), token: apiToken }),
});

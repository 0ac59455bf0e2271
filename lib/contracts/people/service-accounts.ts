/** Endpoints of service accounts: list, add, edit and remove them, and create their API tokens. */
import { z } from "zod";
import { personNameMaxLength, serviceAccountRoles, tokenScopes } from "@/lib/model/person";
import { defineContract } from "../contract";
import { displayName, emptyObject } from "../fields";
import { createTokenContract } from "./tokens";

const id = z.uuid();
const name = displayName(personNameMaxLength);
const role = z.enum(serviceAccountRoles);

const account = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** By name. */
  teams: z.array(z.object({ id: z.string(), name: z.string() })),
  activeTokenCount: z.number().int(),
  /** Last use of a token of the account. Null if no token was used. */
  lastUsedAtMs: z.number().nullable(),
  /** Scopes that its tokens may have. */
  grantableScopes: z.array(z.enum(tokenScopes)),
  version: z.number().int(),
});

const defaults = { timeLimitMs: 5_000, maxBodyBytes: 1_024, query: emptyObject } as const;

/** Lists service accounts, with which programs act without a person. */
export const serviceAccountsContract = defineContract({
  ...defaults,
  id: "service-accounts",
  method: "GET",
  path: "/api/v1/service-accounts",
  maxBodyBytes: 0,
  params: emptyObject,
  body: emptyObject,
  /** By name. Without removed accounts. */
  response: z.object({ asOfMs: z.number(), accounts: z.array(account) }),
});

/** Adds a service account. */
export const addServiceAccountContract = defineContract({
  ...defaults,
  id: "add-service-account",
  method: "POST",
  path: "/api/v1/service-accounts",
  guard: "idempotency-key",
  params: emptyObject,
  body: z.strictObject({
    name,
    role,
    /** The account becomes a member of this team. */
    teamId: id.optional(),
  }),
  response: z.object({ accountId: z.string() }),
});

/** Renames a service account, or changes its role. */
export const editServiceAccountContract = defineContract({
  ...defaults,
  id: "edit-service-account",
  method: "PATCH",
  path: "/api/v1/service-accounts/[accountId]",
  guard: "if-match",
  params: z.strictObject({ accountId: id }),
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({ name: name.optional(), role: role.optional() })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: z.object({ accountId: z.string() }),
});

/** Removes a service account. Its tokens can no longer be used. */
export const removeServiceAccountContract = defineContract({
  ...defaults,
  id: "remove-service-account",
  method: "DELETE",
  path: "/api/v1/service-accounts/[accountId]",
  guard: "if-match",
  params: z.strictObject({ accountId: id }),
  body: emptyObject,
  response: z.object({ removedId: z.string() }),
});

/** Creates an API token of a service account. Only this response contains it. */
export const createServiceAccountTokenContract = defineContract({
  ...defaults,
  id: "create-account-token",
  method: "POST",
  path: "/api/v1/service-accounts/[accountId]/tokens",
  guard: "idempotency-key",
  maxBodyBytes: 4_096,
  params: z.strictObject({ accountId: id }),
  body: createTokenContract.body,
  response: createTokenContract.response,
});

/** Response of `GET /api/v1/service-accounts`. */
export type ServiceAccountsResponse = z.infer<typeof serviceAccountsContract.response>;
/** Body of `POST /api/v1/service-accounts`. */
export type AddServiceAccountBody = z.input<typeof addServiceAccountContract.body>;
/** Body of `PATCH /api/v1/service-accounts/[accountId]`. */
export type EditServiceAccountBody = z.input<typeof editServiceAccountContract.body>;

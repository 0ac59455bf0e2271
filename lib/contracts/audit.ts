/** Endpoints of the audit trail: list its entries, newest first, list the values of its filters, and export entries. */
import { z } from "zod";
import { personKinds } from "@/lib/model/person";
import { defineContract } from "./contract";
import { emptyObject, timeExpression } from "./fields";

const text = z.string().min(1).max(200);
/**
 * Schema of an object in the audit trail, by the names of its columns. Null if the object did not exist.
 * Columns with secrets are not recorded.
 */
export const recordedState = z
  .custom<object>((value) => typeof value === "object" && value !== null)
  .meta({ override: { type: "object" } })
  .nullable();

const filter = {
  /** Id of the principal who changed the object, such as `operator`. */
  actor: text.optional(),
  /** Name of the change, such as `edit-event`. */
  action: text.optional(),
  /** Table of the changed object, such as `events`. */
  table: text.optional(),
  objectId: text.optional(),
  /** Start of the time range, included. */
  from: timeExpression.optional(),
  /** End of the time range, excluded. */
  to: timeExpression.optional(),
};

const entry = z.object({
  id: z.string(),
  /** Number in the chain. Null until the entry is sealed. */
  sequence: z.number().int().nullable(),
  atMs: z.number(),
  actor: z.object({
    kind: z.string(),
    id: z.string(),
    /** Present name of a person or of a service account. Null for other authors. */
    name: z.string().nullable(),
    /** E-mail address of a person, to distinguish people with equal names. Null for other authors and removed people. */
    email: z.string().nullable(),
    /** Kind of account that made the change, directly or with a token. Null for other authors. */
    accountKind: z.enum(personKinds).nullable(),
    /** Name of the API token that made the change. Null for a change without a token, and after the values were erased. */
    tokenName: z.string().nullable(),
    /** Person who created the token. Null without a token, and after the values were erased. */
    tokenMaker: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
  action: z.string(),
  operation: z.enum(["created", "edited", "deleted"]),
  object: z.object({ table: z.string(), id: z.string() }),
  content: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("present"),
      address: z.string().nullable(),
      before: recordedState,
      after: recordedState,
    }),
    z.object({ kind: z.literal("erased"), erasedAtMs: z.number() }),
  ]),
});
/** Entry of the audit trail: one change with its author, and the object before and after. */
export type AuditEntry = z.infer<typeof entry>;

/** Lists entries of the audit trail, newest first. */
export const auditContract = defineContract({
  id: "audit",
  method: "GET",
  path: "/api/v1/audit",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    ...filter,
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** `nextCursor` of the previous page. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** Number of entries that the hash chain does not include yet. */
    unsealedCount: z.number().int(),
    entries: z.array(entry),
    nextCursor: z.string().nullable(),
  }),
});

/** Lists the values that the entries have, for filters. */
export const auditChoicesContract = defineContract({
  id: "audit-choices",
  method: "GET",
  path: "/api/v1/audit/choices",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    actors: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        /** Null for authors that are not people, and for removed people. */
        email: z.string().nullable(),
      }),
    ),
    actions: z.array(z.string()),
    tables: z.array(z.string()),
  }),
});

/** Exports the newest entries that match the filters, up to a limit, as JSON Lines or CSV. */
export const exportAuditContract = defineContract({
  id: "export-audit",
  method: "GET",
  path: "/api/v1/audit/export",
  timeLimitMs: 30_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ ...filter, format: z.enum(["jsonl", "csv"]) }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    fileName: z.string(),
    /** JSON Lines: one entry of `GET /api/v1/audit` per line. CSV: one entry per row, states as JSON. */
    text: z.string(),
    entryCount: z.number().int(),
    /** True if older entries match too. */
    isTruncated: z.boolean(),
  }),
});

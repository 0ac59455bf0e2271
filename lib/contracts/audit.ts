/** Endpoint of the audit trail: lists its entries, newest first. Programs export the trail page by page. */
import { z } from "zod";
import { defineContract } from "./contract";
import { emptyObject } from "./fields";

const text = z.string().min(1).max(200);
/** An object by the names of its columns, without those that are not recorded. Null if it did not exist. */
export const recordedState = z
  .custom<object>((value) => typeof value === "object" && value !== null)
  .nullable();

export const auditContract = defineContract({
  id: "audit",
  method: "GET",
  path: "/api/v1/audit",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    /** Id of the principal who changed the object, such as `operator`. */
    actor: text.optional(),
    /** Name of the change, such as `edit-event`. */
    action: text.optional(),
    /** Table of the changed object, such as `events`. */
    table: text.optional(),
    objectId: text.optional(),
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
    /** Entries that the chain does not include yet. */
    unsealedCount: z.number().int(),
    entries: z.array(
      z.object({
        id: z.string(),
        /** Number in the chain. Null until the entry is sealed. */
        sequence: z.number().int().nullable(),
        atMs: z.number(),
        actor: z.object({ kind: z.string(), id: z.string() }),
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
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

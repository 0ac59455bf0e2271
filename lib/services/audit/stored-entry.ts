/** Columns of the audit trail as queries read them. */
import { Prisma } from "@/lib/server/db/generated/client";
import type { ChainedEntry } from "./chain";

/**
 * An audit entry as stored in the database. Sequence and hash are null until the entry is in the hash chain,
 * the payload is null after it was erased.
 */
export interface StoredEntry extends ChainedEntry {
  readonly payload: string | null;
  readonly sequence: bigint | null;
  readonly chainHash: string | null;
}

/** SQL list of the columns of a `ChainedEntry`. */
export const chainedColumns = Prisma.sql`id, at, actor_kind as "actorKind", actor_id as "actorId", action,
  object_table as "objectTable", object_id as "objectId", operation, payload_hash as "payloadHash"`;

/** SQL list of the columns of a `StoredEntry`. */
export const entryColumns = Prisma.sql`${chainedColumns}, payload, sequence, chain_hash as "chainHash"`;

/** The hash chain over the audit trail: each hash includes the hash before it, so a changed entry breaks the chain. */
import { createHash } from "node:crypto";

/**
 * Kinds of actor that can change an object. A `database` actor used a database connection that is not the
 * application's.
 */
export const actorKinds = ["operator", "person", "token", "system", "database"] as const;

/** Kinds of change that the audit trail records. */
export const auditOperations = ["created", "edited", "deleted"] as const;

/**
 * Fields of an audit entry that the hash chain protects. The payload is represented by its hash, so that the payload can
 * be erased.
 */
export interface ChainedEntry {
  readonly id: bigint;
  readonly at: Date;
  readonly actorKind: (typeof actorKinds)[number];
  readonly actorId: string;
  readonly action: string;
  readonly objectTable: string;
  readonly objectId: string;
  readonly operation: (typeof auditOperations)[number];
  readonly payloadHash: string;
}

/** End of a hash chain: the number of its last entry, which starts at 1, and the hash of that entry. */
export interface ChainHead {
  readonly sequence: bigint;
  readonly hash: string;
}

/** Head of a chain without entries: sequence 0 and a hash of zeros. */
export const emptyChain: ChainHead = { sequence: 0n, hash: "0".repeat(64) };

/** Version of the hashed content, which each hash includes. If the list of fields changes, the version must change too. */
const chainVersion = 1;

/** Returns the head of the chain after `entry` was added to the chain that ends with `head`. */
export function extendChain(head: ChainHead, entry: ChainedEntry): ChainHead {
  const sequence = head.sequence + 1n;
  const content = [
    chainVersion,
    head.hash,
    String(sequence),
    String(entry.id),
    entry.at.getTime(),
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.objectTable,
    entry.objectId,
    entry.operation,
    entry.payloadHash,
  ];
  return { sequence, hash: sha256(JSON.stringify(content)) };
}

/** Returns the SHA-256 of a text as hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

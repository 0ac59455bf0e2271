/** Reads the audit trail as tests compare it. */
import { getDatabase } from "@/lib/server/db/client";

export interface TrailEntry {
  readonly id: bigint;
  readonly actorKind: string;
  readonly actorId: string;
  readonly action: string;
  readonly objectTable: string;
  readonly objectId: string;
  readonly operation: string;
  readonly sequence: bigint | null;
  readonly address: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns all entries in the order in which they were added. */
export function readTrail(): Promise<readonly TrailEntry[]> {
  return getDatabase().$queryRaw`
    select id, actor_kind as "actorKind", actor_id as "actorId", action, object_table as "objectTable",
      object_id as "objectId", operation, sequence, payload::jsonb ->> 'address' as address,
      payload::jsonb -> 'before' as before, payload::jsonb -> 'after' as after
    from audit_entries order by id`;
}

/** Rules of the relations between investigations. */
import type { RelationKind } from "@/lib/model/investigation/investigation";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { Transaction } from "@/lib/server/with-change";
import { createRefusalError } from "../change-investigation";

/** An investigation, by its stored id and its displayed number. */
interface InvestigationKey {
  readonly id: string;
  readonly number: number;
}

/** A relation before it is added, in its direction: `from` is a duplicate of `to`. */
interface ProposedRelation {
  readonly kind: RelationKind;
  readonly from: InvestigationKey;
  readonly to: InvestigationKey;
}

/** Advisory lock key for new relations across processes. The value is arbitrary. */
const lockKey = 7_210_397;

/** Takes a lock until the transaction ends, so that two people cannot add relations at the same time that together form a cycle. */
export async function lockRelations(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}

/** Throws conflict if the relation exists. "Related to" has no direction, so its inverse counts as the same relation. */
export async function assertNewRelation(
  transaction: Transaction,
  { kind, from, to }: ProposedRelation,
): Promise<void> {
  const sameDirection = { investigationId: from.id, relatedId: to.id };
  const inverse = { investigationId: to.id, relatedId: from.id };
  const directions = kind === "related" ? [sameDirection, inverse] : [sameDirection];
  const present = await transaction.investigationRelation.findFirst({ where: { kind, OR: directions } });
  if (present === null) return;
  const phrase = kind === "related" ? "related to" : "a duplicate of";
  throw createRefusalError(
    `${investigationName(from.number)} is already ${phrase} ${investigationName(to.number)}.`,
    "The relation was not added",
  );
}

/**
 * Throws conflict if `to` is a duplicate of `from`, directly or through other duplicates, because no investigation of
 * such a cycle would stay open.
 */
export async function assertNoCycle(transaction: Transaction, { from, to }: ProposedRelation): Promise<void> {
  const found = await transaction.$queryRaw<readonly unknown[]>`
    with recursive originals(id) as (
      select ${to.id}::uuid
      union
      select relation.related_id
      from investigation_relations relation join originals on relation.investigation_id = originals.id
      where relation.kind = 'duplicate-of'
    )
    select 1 from originals where id = ${from.id}::uuid`;
  if (found.length === 0) return;
  const direct = { investigationId: to.id, relatedId: from.id, kind: "duplicate-of" };
  const isDirect = (await transaction.investigationRelation.count({ where: direct })) > 0;
  const [duplicate, original] = [investigationName(to.number), investigationName(from.number)];
  const [through, removal] = isDirect
    ? ["", `the relation of ${duplicate} to ${original}`]
    : [", through other duplicates", "a relation between them"];
  throw createRefusalError(
    `${duplicate} is already a duplicate of ${original}${through}. Two investigations cannot be duplicates of each other. Remove ${removal} first, or choose another investigation.`,
    "The investigation was not marked as a duplicate",
  );
}

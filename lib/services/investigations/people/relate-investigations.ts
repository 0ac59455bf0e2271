/** Relates investigations to each other, and reads the relations. */
import type { z } from "zod";
import type { addRelationContract, removeRelationContract } from "@/lib/contracts/investigations/people";
import type { relation } from "@/lib/contracts/investigations/response-fields";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { investigationName, relationKinds, type RelationKind } from "@/lib/model/investigation/investigation";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { isVisibleTo, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Handler } from "@/lib/server/handler";
import type { Transaction } from "@/lib/server/with-change";
import {
  changeInvestigation,
  createInputError,
  createRefusalError,
  type InvestigationChange,
} from "../change-investigation";
import { findInvestigationId } from "../find-investigation";
import { assertNewRelation, assertNoCycle, lockRelations } from "./check-relation";

type Relation = z.infer<typeof relation>;

/**
 * Relates two investigations. Throws not-found, forbidden and database-unavailable. Throws invalid-input for a relation of
 * an investigation to itself. Throws conflict for a relation that exists, for duplicates of each other, and at the maximum
 * number of relations.
 */
export const addRelation: Handler<typeof addRelationContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "add-relation" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    await relateInvestigations(write, { ...body, mustBeNew: true });
    return readRelations(write.transaction, write.row.id, principal);
  });
  return { asOfMs, relations: value };
};

/**
 * Removes the relation of two investigations. Throws forbidden and database-unavailable. Throws not-found for an
 * unknown relation.
 */
export const removeRelation: Handler<typeof removeRelationContract> = async ({ params, principal }) => {
  const request = { principal, number: params.number, changeName: "remove-relation" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    const present = await readRelations(transaction, row.id, principal);
    const removed = present.find(({ id }) => id === params.relationId);
    if (removed === undefined) throw new AppError("not-found", "this relation does not exist");
    const { id, kind, number } = removed;
    await transaction.investigationRelation.delete({ where: { id } });
    await write.recordTimelineEntry({ kind: "relation", relation: kind, number, action: "removed" });
    return present.filter((one) => one !== removed);
  });
  return { asOfMs, relations: value };
};

interface RelationChange {
  readonly kind: RelationKind;
  /** Number of the other investigation. */
  readonly related: number;
  /** True if a relation that exists is refused. */
  readonly mustBeNew: boolean;
}

/**
 * Relates two investigations in the transaction of `write`. Throws not-found for an investigation that is hidden from
 * the caller. Throws invalid-input for a relation to itself. Throws conflict for a relation that must be new but
 * exists, for duplicates of each other, and at the limit.
 */
export async function relateInvestigations(
  write: InvestigationChange,
  { kind, related, mustBeNew }: RelationChange,
): Promise<void> {
  const { transaction, row, principal, asOf } = write;
  if (related === row.number)
    throw createInputError(
      `${investigationName(row.number)} cannot be ${kind === "related" ? "related to" : "a duplicate of"} itself. Choose another investigation.`,
      "The relation was not added",
    );
  const relatedId = await findInvestigationId(transaction, related, principal);
  await lockRelations(transaction);
  const proposed = { kind, from: row, to: { id: relatedId, number: related } };
  if (mustBeNew) await assertNewRelation(transaction, proposed);
  if (kind === "duplicate-of") await assertNoCycle(transaction, proposed);
  const count = await transaction.investigationRelation.count({ where: { investigationId: row.id } });
  if (count >= investigationLimits.maxRelations)
    throw createRefusalError(
      `The investigation has ${count} relations, which is the limit.`,
      "There are too many relations",
    );
  const added = await transaction.investigationRelation.createMany({
    data: [{ investigationId: row.id, relatedId, kind, author: principal.id, createdAt: asOf }],
    skipDuplicates: true,
  });
  if (added.count === 1)
    await write.recordTimelineEntry({ kind: "relation", relation: kind, number: related, action: "added" });
}

const related = {
  select: { number: true, title: true, state: true, visibility: true, teamId: true },
} as const;

/** Returns the relations in both directions, without investigations that are hidden from the caller. */
export async function readRelations(
  database: Pick<Transaction, "investigationRelation">,
  investigationId: string,
  caller: TeamCaller,
): Promise<Relation[]> {
  const rows = await database.investigationRelation.findMany({
    where: { OR: [{ investigationId }, { relatedId: investigationId }] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 2 * investigationLimits.maxRelations,
    include: { investigation: related, related },
  });
  return rows.flatMap((row) => {
    const isInverse = row.relatedId === investigationId;
    const other = isInverse ? row.investigation : row.related;
    if (!isVisibleTo(caller, other)) return [];
    return [
      {
        id: row.id,
        kind: relationKinds.find((kind) => kind === row.kind) ?? "related",
        isInverse,
        number: other.number,
        title: other.title,
        state: investigationStates.find((state) => state === other.state) ?? "triage",
      },
    ];
  });
}

/** Edits the properties of an investigation. */
import type { editInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { chooseOwner } from "@/lib/services/baselines/baseline-owner";
import { changeInvestigation, type InvestigationChange } from "./change-investigation";
import {
  assertActivePerson,
  assertBaseline,
  assertDeployEvent,
  assertTimeOrder,
  resolveDeploymentIds,
} from "./check-references";
import { listPropertyChanges } from "./property-changes";
import { listDeploymentIds, toInvestigation } from "./investigation-row";

type Body = HandlerInput<typeof editInvestigationContract>["body"];

/**
 * Changes properties of an investigation. An edit without a difference changes nothing. Throws not-found, invalid-input
 * and database-unavailable. Throws forbidden if another team owns the investigation or the caller is not in the new
 * team. Throws precondition-failed for another version.
 */
export const editInvestigation: Handler<typeof editInvestigationContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const deploymentIds =
    body.deployments === undefined ? undefined : await resolveDeploymentIds(body.deployments, principal);
  const request = { principal, number: params.number, changeName: "edit-investigation" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    assertVersion(String(row.version), expectedVersion);
    await assertReferences(body, write, deploymentIds);
    const before = toInvestigation(row, write.context);
    if (deploymentIds !== undefined) await replaceDeployments(write, deploymentIds);
    await transaction.investigation.update({
      where: { id: row.id },
      data: { ...toColumns(body), ...(await chooseColumns(body, write)) },
    });
    const changed = await write.readChangedInvestigation();
    const changes = listPropertyChanges(before, changed);
    if (changes.length === 0) return before;
    const where = { id: row.id };
    await transaction.investigation.update({ where, data: { version: { increment: 1 } } });
    await write.recordTimelineEntry({ kind: "edited", changes });
    return write.readChangedInvestigation();
  });
  return { asOfMs, investigation: value };
};

async function assertReferences(
  body: Body,
  write: InvestigationChange,
  deploymentIds: readonly string[] | undefined,
): Promise<void> {
  const { transaction, row, principal, asOf } = write;
  if (typeof body.ownerId === "string" && body.ownerId !== row.ownerId)
    await assertActivePerson(transaction, body.ownerId);
  const removed = deploymentIds === undefined ? [] : listRemoved(write, deploymentIds);
  const remaining = listDeploymentIds(row).filter((id) => !removed.includes(id));
  const chosenIds = [...remaining, ...(deploymentIds ?? [])];
  if (body.baselineId !== row.baselineId)
    await assertBaseline(transaction, body.baselineId, { caller: principal, deploymentIds: chosenIds });
  await assertDeployEvent(write, body.deployEventId, chosenIds);
  const chooseTime = (edited: number | null | undefined, stored: Date | null): number | null =>
    edited === undefined ? (stored?.getTime() ?? null) : edited;
  const times = {
    startedAtMs: chooseTime(body.startedAtMs, row.startedAt),
    detectedAtMs: chooseTime(body.detectedAtMs, row.detectedAt),
    mitigatedAtMs: chooseTime(body.mitigatedAtMs, row.mitigatedAt),
    resolvedAtMs: chooseTime(body.resolvedAtMs, row.resolvedAt),
  };
  assertTimeOrder(times, asOf.getTime());
}

/** Returns the columns of the team and the visibility. */
async function chooseColumns(body: Body, { transaction, row, principal }: InvestigationChange) {
  return chooseOwner(transaction, {
    caller: principal,
    choice: body,
    present: row,
    deploymentTeamId: null,
    noun: "investigation",
  });
}

const toTime = (atMs: number | null): Date | null => (atMs === null ? null : new Date(atMs));

/** Returns the columns of the present fields. */
function toColumns(body: Body): Prisma.InvestigationUncheckedUpdateInput {
  const { startedAtMs, detectedAtMs, mitigatedAtMs, resolvedAtMs, dueOn, goal } = body;
  return {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.severity === undefined ? {} : { severity: body.severity }),
    ...(body.ownerId === undefined ? {} : { ownerId: body.ownerId }),
    ...(body.tags === undefined ? {} : { tags: body.tags }),
    ...(startedAtMs === undefined ? {} : { startedAt: toTime(startedAtMs) }),
    ...(detectedAtMs === undefined ? {} : { detectedAt: toTime(detectedAtMs) }),
    ...(mitigatedAtMs === undefined ? {} : { mitigatedAt: toTime(mitigatedAtMs) }),
    ...(resolvedAtMs === undefined ? {} : { resolvedAt: toTime(resolvedAtMs) }),
    ...(dueOn === undefined ? {} : { dueOn: dueOn === null ? null : new Date(`${dueOn}T00:00:00Z`) }),
    ...(goal === undefined ? {} : { goal: goal ?? Prisma.DbNull }),
    ...(body.conditions === undefined ? {} : { conditions: body.conditions }),
    ...(body.links === undefined ? {} : { links: body.links }),
    ...(body.baselineId === undefined ? {} : { baselineId: body.baselineId }),
    ...(body.deployEventId === undefined ? {} : { deployEventId: body.deployEventId }),
  };
}

/** Returns the deployments that the edit removes. Deployments that the caller may not read are never removed. */
function listRemoved(
  { row, context }: InvestigationChange,
  deploymentIds: readonly string[],
): readonly string[] {
  return listDeploymentIds(row).filter((id) => context.deployments.has(id) && !deploymentIds.includes(id));
}

async function replaceDeployments(
  write: InvestigationChange,
  deploymentIds: readonly string[],
): Promise<void> {
  const { transaction, row } = write;
  const removed = [...listRemoved(write, deploymentIds)];
  const where = { investigationId: row.id, deploymentId: { in: removed } };
  await transaction.investigationDeployment.deleteMany({ where });
  await transaction.investigationDeployment.createMany({
    data: deploymentIds.map((deploymentId) => ({ investigationId: row.id, deploymentId })),
    skipDuplicates: true,
  });
}

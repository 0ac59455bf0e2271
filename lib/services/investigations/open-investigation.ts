/** Opens an investigation in triage, at step 1 of round 1. */
import type { openInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { defaultSeverity } from "@/lib/model/investigation/severity";
import type { Handler } from "@/lib/server/handler";
import { nowMs } from "@/lib/server/clock";
import { Prisma } from "@/lib/server/db/generated/client";
import { writeChange } from "@/lib/server/with-change";
import { chooseOwner } from "@/lib/services/baselines/baseline-owner";
import {
  assertActivePerson,
  assertBaseline,
  assertTimeOrder,
  resolveDeploymentIds,
} from "./check-references";
import { includeProperties, readInvestigationRowContext, toInvestigation } from "./investigation-row";
import { addStepRecords } from "./steps/step-records";
import { readTemplate, toStepContents } from "./templates/read-template";
import { addTimelineEntry } from "./timeline/add-timeline-entry";

/**
 * Opens an investigation in the state “Triage”, at step 1 of round 1. Throws not-found for an unknown deployment or
 * baseline, and forbidden if the caller is not in the chosen team. Throws invalid-input for invalid times, an unknown
 * owner, an unknown template, and a team-only investigation without a team. Throws database-unavailable.
 */
export const openInvestigation: Handler<typeof openInvestigationContract> = async ({ body, principal }) => {
  const context = await readInvestigationRowContext(principal);
  const deploymentIds = await resolveDeploymentIds(body.deployments, principal);
  const asOf = new Date(nowMs());
  const { startedAtMs, detectedAtMs, opening } = body;
  assertTimeOrder({ startedAtMs, detectedAtMs, mitigatedAtMs: null, resolvedAtMs: null }, asOf.getTime());
  const investigation = await writeChange(principal, "open-investigation", async (transaction) => {
    const template = await readTemplate(transaction, body.templateId, principal);
    const choice = { visibility: body.visibility, teamId: body.teamId ?? template?.teamId ?? null };
    const owner = await chooseOwner(transaction, {
      caller: principal,
      choice,
      present: { visibility: "open", teamId: null },
      deploymentTeamId: null,
      noun: "investigation",
    });
    await assertBaseline(transaction, body.baselineId, { caller: principal, deploymentIds });
    if (typeof body.ownerId === "string") await assertActivePerson(transaction, body.ownerId);
    const values = template?.document;
    const goal = body.goal === undefined ? values?.goal : body.goal;
    const { id } = await transaction.investigation.create({
      data: {
        title: body.title,
        severity: body.severity ?? values?.severity ?? defaultSeverity,
        ...owner,
        ownerId: body.ownerId ?? null,
        tags: body.tags ?? values?.tags ?? [],
        opening,
        startedAt: startedAtMs === null ? null : new Date(startedAtMs),
        detectedAt: detectedAtMs === null ? null : new Date(detectedAtMs),
        goal: goal ?? Prisma.DbNull,
        baselineId: body.baselineId,
        author: principal.id,
        createdAt: asOf,
        updatedAt: asOf,
        deployments: { createMany: { data: deploymentIds.map((deploymentId) => ({ deploymentId })) } },
      },
      select: { id: true },
    });
    const contents = values === undefined ? undefined : toStepContents(values);
    await addStepRecords(transaction, { investigationId: id, round: 1 }, contents);
    await addTimelineEntry(transaction, {
      investigationId: id,
      payload: {
        kind: "opened",
        from: opening.kind,
        ...(template === null ? {} : { template: template.name }),
      },
      author: principal.id,
      changedAt: asOf,
      occurredAt: asOf,
    });
    const row = await transaction.investigation.findUniqueOrThrow({
      where: { id },
      include: includeProperties,
    });
    return toInvestigation(row, context);
  });
  return { asOfMs: asOf.getTime(), investigation };
};

/** Changes the state of an investigation. */
import type { changeStateContract } from "@/lib/contracts/investigations/progress";
import { changeState as judgeChange } from "@/lib/model/investigation/state-change";
import { investigationStates, isEndWithoutFix } from "@/lib/model/investigation/investigation-state";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import {
  assertUnchanged,
  changeInvestigation,
  getValueOrRefuse,
  type InvestigationChange,
} from "./change-investigation";
import { assertDeployEvent } from "./check-references";
import { listDeploymentIds } from "./investigation-row";
import { readProposedChanges } from "./experiments/experiment-row";
import { checkBeforeResolution } from "./goal-check/check-before-resolution";
import { relateInvestigations } from "./people/relate-investigations";
import { endWatches } from "./validation/watch/change-watch";

type Body = HandlerInput<typeof changeStateContract>["body"];

/**
 * Changes the state of an investigation. If the new state is "resolved", checks the goal first. Throws not-found, forbidden
 * and database-unavailable. Throws conflict for a state that cannot follow or whose condition is not met, and for
 * investigations that would be duplicates of each other. Throws invalid-input for an event that is not a deploy of the
 * investigation's deployments.
 */
export const changeInvestigationState: Handler<typeof changeStateContract> = async (input) => {
  const { params, body, principal } = input;
  const checked = body.state === "resolved" ? await checkBeforeResolution(input) : null;
  const goalCheck = checked?.check ?? null;
  const request = { principal, number: params.number, changeName: "change-investigation-state" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    assertUnchanged(body.from, row.state, "state");
    // An edit during the check may have changed the goal.
    if (checked !== null) assertUnchanged(checked.version, row.version, "version of the properties");
    await assertDeployEvent(write, body.deployEventId, listDeploymentIds(row));
    const to = getValueOrRefuse(
      judgeChange({
        from: investigationStates.find((state) => state === row.state) ?? "triage",
        to: body.state,
        hasDeploy: body.deployEventId !== null || row.deployEventId !== null,
        experiments: await readProposedChanges(transaction, row),
        goalCheck,
        overrideReason: body.overrideReason,
        reason: body.reason,
        hasOriginal: body.duplicateOf !== null,
      }),
      "The state was not changed",
    );
    if (to === "duplicate" && body.duplicateOf !== null)
      await relateInvestigations(write, {
        kind: "duplicate-of",
        related: body.duplicateOf,
        mustBeNew: false,
      });
    await transaction.investigation.update({
      where: { id: row.id },
      data: { state: to, ...describeColumns(body, write) },
    });
    if (isEndWithoutFix(to)) await endWatches(write, "The investigation ended without a fix.");
    const isOverride = to === "resolved" && body.overrideReason !== null && goalCheck?.verdict !== "met";
    const reason = to === "resolved" ? (body.overrideReason ?? body.reason) : body.reason;
    const payload = { kind: "state", from: body.from, to, reason, isOverride } as const;
    await write.recordTimelineEntry(goalCheck === null ? payload : { ...payload, goalCheck });
    return write.readChangedInvestigation();
  });
  return { asOfMs, investigation: value };
};

/** Returns the other columns that change with the state. A change of them increments the version of the properties. */
function describeColumns(
  { state, deployEventId }: Body,
  { row, asOf }: InvestigationChange,
): Prisma.InvestigationUncheckedUpdateInput {
  const resolvedAt = resolvedTime(state, row, asOf);
  const isDeployChanged = deployEventId !== null && deployEventId !== row.deployEventId;
  if (resolvedAt?.getTime() === row.resolvedAt?.getTime() && !isDeployChanged) return {};
  return { resolvedAt, version: { increment: 1 }, ...(isDeployChanged ? { deployEventId } : {}) };
}

function resolvedTime(
  to: Body["state"],
  { state: from, resolvedAt }: InvestigationChange["row"],
  asOf: Date,
): Date | null {
  if (to === "resolved") return resolvedAt ?? asOf;
  return from === "resolved" ? null : resolvedAt;
}

/** Approves the adopted change of an experiment. */
import type { approveExperimentContract } from "@/lib/contracts/investigations/experiments";
import { approveChange } from "@/lib/model/investigation/experiments/experiment-change";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, requireRule, type InvestigationWrite } from "../change-investigation";
import { findCurrent, recordChange, updateExperiment } from "./change-experiments";
import { isProposerOf, parseDecision, type ExperimentRow } from "./experiment-row";

/** Throws not-found, forbidden, conflict for a proposer and for a person who is no approver, and database-unavailable. */
export const approveExperiment: Handler<typeof approveExperimentContract> = async (input) => {
  const { params, body, principal } = input;
  const request = { principal, number: params.number, changeName: "approve-experiment" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findCurrent(write, params.experimentId);
    const { isException } = requireRule(
      approveChange({
        decision: parseDecision(present.decision),
        isApproved: present.approvedAt !== null,
        isProposer: isProposerOf(present, principal.id),
        isOnlyEditor: await isOnlyEditor(write, present),
        approverIds: await readApproverIds(write, present),
        callerId: principal.id,
        exceptionReason: body.exceptionReason,
      }),
      "The change cannot be approved",
    );
    const exception = isException ? body.exceptionReason : null;
    await updateExperiment(write, present.id, {
      approvedBy: principal.id,
      approvedAt: write.asOf,
      approvalException: exception,
    });
    return recordChange(write, present.id, {
      action: "approved",
      ...(exception === null ? {} : { reason: exception }),
    });
  });
  return { asOfMs, experiment: value };
};

/**
 * Returns the condition of the people who may approve the change: active editors of the team who did not propose it. Admins
 * may change the investigations of all teams.
 */
function whereMayApprove(
  { row: { teamId } }: InvestigationWrite,
  { author, decidedBy }: ExperimentRow,
  excludedIds: readonly string[] = [],
) {
  const ofTeam = { role: "editor", ...(teamId === null ? {} : { members: { some: { teamId } } }) };
  const ids = [author, decidedBy ?? noPerson, ...excludedIds].map(toPersonId);
  return { state: "active", OR: [{ role: "admin" }, ofTeam], NOT: { id: { in: ids } } };
}

/** Returns whether no person other than the caller may approve the change. */
async function isOnlyEditor(write: InvestigationWrite, present: ExperimentRow): Promise<boolean> {
  const where = whereMayApprove(write, present, [write.principal.id]);
  return (await write.transaction.person.count({ where })) === 0;
}

const noPerson = "00000000-0000-0000-0000-000000000000";

/** The operator of a machine without people has no id of a person. */
function toPersonId(id: string): string {
  return /^[\da-f-]{36}$/.test(id) ? id : noPerson;
}

/** Returns the approvers who may approve the change. Without one, any other editor may. */
async function readApproverIds(
  write: InvestigationWrite,
  present: ExperimentRow,
): Promise<readonly string[]> {
  const rows = await write.transaction.participant.findMany({
    where: {
      investigationId: write.row.id,
      role: "approver",
      person: whereMayApprove(write, present),
    },
    select: { personId: true },
  });
  return rows.map(({ personId }) => personId);
}

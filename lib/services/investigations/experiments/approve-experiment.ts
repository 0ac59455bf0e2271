/** Approves the adopted change of an experiment. */
import type { approveExperimentContract } from "@/lib/contracts/investigations/experiments";
import { checkApproval } from "@/lib/model/investigation/experiments/experiment-change";
import { AppError } from "@/lib/model/app-error";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, getValueOrRefuse } from "../change-investigation";
import { canNobodyElseApprove, readApproverIds } from "./approvers";
import { findExperimentInCurrentRound, recordExperimentChange, updateExperiment } from "./change-experiments";
import { isChangeProposer, parseDecision } from "./experiment-row";

/**
 * Approves an adopted change. Throws not-found, forbidden and database-unavailable. Throws conflict if the caller proposed
 * the change, or is not one of its approvers.
 */
export const approveExperiment: Handler<typeof approveExperimentContract> = async (input) => {
  const { params, body, principal } = input;
  if (principal.token?.isServiceAccount === true)
    throw new AppError("forbidden", "a person must approve the change", {
      userMessage: {
        title: "A service account cannot approve a change",
        next: "Ask an editor of the team to approve it.",
      },
    });
  const request = { principal, number: params.number, changeName: "approve-experiment" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findExperimentInCurrentRound(write, params.experimentId);
    const { author, decidedBy } = present;
    const change = { investigationId: write.row.id, teamId: write.row.teamId, author, decidedBy };
    const { isException } = getValueOrRefuse(
      checkApproval({
        decision: parseDecision(present.decision),
        isApproved: present.approvedAt !== null,
        isProposer: isChangeProposer(present, principal.id),
        isOnlyApprover: await canNobodyElseApprove(write.transaction, change, principal.id),
        approverIds: await readApproverIds(write.transaction, change),
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
    return recordExperimentChange(write, present.id, {
      action: "approved",
      ...(exception === null ? {} : { reason: exception }),
    });
  });
  return { asOfMs, experiment: value };
};

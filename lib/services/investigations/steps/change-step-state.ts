/** Finishes, skips or reopens a step of the current round. */
import type { changeStepStateContract } from "@/lib/contracts/investigations/progress";
import { changeStepState as judgeChange } from "@/lib/model/investigation/step-change";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, requireRule } from "../change-investigation";
import { findStep, readRoundFacts, toStepRecord } from "./step-records";

/**
 * Finishes, skips or reopens a step. Throws not-found, forbidden, read-only for an earlier round, conflict for a
 * refused change, and database-unavailable.
 */
export const changeStepState: Handler<typeof changeStepStateContract> = async ({
  params,
  body,
  principal,
}) => {
  const { number, step } = params;
  const { round, action, reason } = body;
  const request = { principal, number, changeName: "change-step-state" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { id } = await findStep(write, { step, round });
    const state = requireRule(
      judgeChange({ step, action, reason }, await readRoundFacts(write)),
      "The step was not changed",
    );
    const changed = await write.transaction.stepRecord.update({
      where: { id },
      data: { state, reason: state === "skipped" ? reason : null, version: { increment: 1 } },
    });
    await write.record({ kind: "step-state", round, step, action, reason });
    return toStepRecord(changed);
  });
  return { asOfMs, step: value };
};

/** Finishes, skips or reopens a step of the current round. */
import type { changeStepStateContract, StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { findMissingParts } from "@/lib/investigations/progress";
import { getStepWithAddedItems } from "@/lib/investigations/steps/steps";
import { changeStepState as judgeChange } from "@/lib/model/investigation/step-change";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import type { Handler } from "@/lib/server/handler";
import {
  changeInvestigation,
  createRefusalError,
  getValueOrRefuse,
  type InvestigationChange,
} from "../change-investigation";
import { readExperiments } from "../experiments/experiment-row";
import { findStep, readRoundFacts, toStepRecord } from "./step-records";

/**
 * Finishes, skips or reopens a step. Throws not-found, forbidden and database-unavailable. Throws read-only for an earlier
 * round. Throws conflict for a refused change, and for a step with missing parts that the caller did not accept.
 */
export const changeStepState: Handler<typeof changeStepStateContract> = async ({
  params,
  body,
  principal,
}) => {
  const { number, step } = params;
  const { round, action, reason, acceptsMissing } = body;
  const request = { principal, number, changeName: "change-step-state" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const found = await findStep(write, { step, round });
    const state = getValueOrRefuse(
      judgeChange({ step, action, reason }, await readRoundFacts(write)),
      "The step was not changed",
    );
    const missing = action === "finish" ? await listMissingParts(write, toStepRecord(found)) : [];
    if (missing.length > 0 && !acceptsMissing)
      throw createRefusalError(
        `Step ${stepNumber(step)} is not complete. Missing: ${missing.join(", ")}. Complete the step, or confirm that it is finished without these parts.`,
        "The step was not changed",
      );
    const changed = await write.transaction.stepRecord.update({
      where: { id: found.id },
      data: { state, reason: state === "skipped" ? reason : null, version: { increment: 1 } },
    });
    const payload = { kind: "step-state", round, step, action, reason } as const;
    await write.recordTimelineEntry(missing.length === 0 ? payload : { ...payload, missing });
    return toStepRecord(changed);
  });
  return { asOfMs, step: value };
};

/** Returns the names of the parts that the saved version of the step lacks. */
async function listMissingParts(write: InvestigationChange, record: StepRecordEntry): Promise<string[]> {
  const { transaction, row, principal } = write;
  const { baseline, provenHypothesisCount } = await readRoundFacts(write);
  const experiments = await readExperiments(transaction, row.id, principal);
  const parts = findMissingParts(getStepWithAddedItems(record), record, {
    hasGoal: row.goal !== null,
    baseline,
    provenHypothesisCount,
    experiments: experiments.filter((one) => one.round === row.round),
  });
  return parts.map(({ name }) => name);
}

/** Moves the work of an investigation to another step. */
import type { goToStepContract } from "@/lib/contracts/investigations/progress";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { checkStepMove as judgeMove } from "@/lib/model/investigation/step-change";
import type { Handler } from "@/lib/server/handler";
import { assertUnchanged, changeInvestigation, getValueOrRefuse } from "../change-investigation";
import { parseStep } from "../investigation-row";
import { readRoundFacts } from "./step-records";

/**
 * Makes another step the current step. Throws not-found, forbidden and database-unavailable. Throws conflict for a step
 * whose conditions are not met.
 */
export const goToStep: Handler<typeof goToStepContract> = async ({ params, body, principal }) => {
  const { step: to, from, reason } = body;
  const request = { principal, number: params.number, changeName: "go-to-step" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    assertUnchanged(stepNumber(from), stepNumber(parseStep(row.step)), "step");
    const { isBack } = getValueOrRefuse(
      judgeMove({ from, to }, await readRoundFacts(write)),
      "The step cannot begin yet",
    );
    await transaction.investigation.update({ where: { id: row.id }, data: { step: to } });
    await write.recordTimelineEntry({ kind: "step-move", round: row.round, from, to, isBack, reason });
    return write.readChangedInvestigation();
  });
  return { asOfMs, investigation: value };
};

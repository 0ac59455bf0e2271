/** Deletes planned experiments of an investigation. */
import type { removeExperimentContract } from "@/lib/contracts/investigations/experiments";
import { findRemovalError } from "@/lib/model/investigation/experiments/experiment-change";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, createRefusal } from "../change-investigation";
import { describePlan, findCurrent } from "./change-experiments";
import { parseExperimentState, parsePlan } from "./experiment-row";

/**
 * Deletes a planned experiment of the current round. Its plan stays in the timeline in short. Throws not-found, forbidden,
 * conflict after the start, read-only for an experiment of an earlier round, and database-unavailable.
 */
export const removeExperiment: Handler<typeof removeExperimentContract> = async ({ params, principal }) => {
  const request = { principal, number: params.number, changeName: "remove-experiment" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findCurrent(write, params.experimentId);
    const error = findRemovalError(parseExperimentState(present.state));
    if (error !== null) throw createRefusal(error, "The experiment was not deleted");
    const { id, number } = present;
    await write.transaction.experiment.delete({ where: { id } });
    await write.record({
      kind: "experiment",
      number,
      title: describePlan(parsePlan(present)),
      action: "removed",
    });
    return number;
  });
  return { asOfMs, number: value };
};

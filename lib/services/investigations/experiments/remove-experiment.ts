/** Deletes planned experiments of an investigation. */
import type { removeExperimentContract } from "@/lib/contracts/investigations/experiments";
import { findRemovalError } from "@/lib/model/investigation/experiments/experiment-change";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, createRefusalError } from "../change-investigation";
import { describePlan } from "./change-experiments";
import { findExperiment, parseExperimentState, parsePlan } from "./experiment-row";

/**
 * Deletes a planned experiment of any round, and adds an entry with its kind and factor to the timeline. Throws not-found,
 * forbidden and database-unavailable. Throws conflict after the start, because the experiment may then have measurements.
 */
export const removeExperiment: Handler<typeof removeExperimentContract> = async ({ params, principal }) => {
  const request = { principal, number: params.number, changeName: "remove-experiment" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const present = await findExperiment(write.transaction, params.experimentId, write.row.id);
    const error = findRemovalError(parseExperimentState(present.state));
    if (error !== null) throw createRefusalError(error, "The experiment was not deleted");
    const { id, number } = present;
    await write.transaction.experiment.delete({ where: { id } });
    await write.recordTimelineEntry({
      kind: "experiment",
      number,
      title: describePlan(parsePlan(present)),
      action: "removed",
    });
    return number;
  });
  return { asOfMs, number: value };
};

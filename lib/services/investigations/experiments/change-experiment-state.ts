/** Starts and ends the experiments of an investigation. */
import type { changeExperimentStateContract } from "@/lib/contracts/investigations/experiments";
import { endArms, startArms } from "@/lib/model/investigation/experiments/experiment-change";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, requireRule, type InvestigationWrite } from "../change-investigation";
import { armsToJson, findCurrent, recordChange, updateExperiment } from "./change-experiments";
import { findExperiment, parseExperimentState, parsePlan, type ExperimentRow } from "./experiment-row";

/**
 * Starts a planned experiment of the current round, or ends a running one of any round. Throws a conflict if the
 * experiment is in another state or its arms overlap, read-only for a start in an earlier round, and also not-found,
 * forbidden and database-unavailable.
 */
export const changeExperimentState: Handler<typeof changeExperimentStateContract> = async (input) => {
  const { params, body, principal } = input;
  const request = { principal, number: params.number, changeName: "change-experiment-state" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { experimentId } = params;
    if (body.state === "running") return startExperiment(write, await findCurrent(write, experimentId));
    // An earlier release left experiments running after their round.
    return endExperiment(write, await findExperiment(write.transaction, experimentId, write.row.id));
  });
  return { asOfMs, experiment: value };
};

/** Ends the running experiments of the investigation with a reason. */
export async function endRunningExperiments(write: InvestigationWrite, reason: string): Promise<void> {
  const { transaction, row } = write;
  const running = await transaction.experiment.findMany({
    where: { investigationId: row.id, state: "running" },
    orderBy: { number: "asc" },
    select: { id: true },
  });
  for (const { id } of running)
    await endExperiment(write, await findExperiment(transaction, id, row.id), reason);
}

async function startExperiment(write: InvestigationWrite, present: ExperimentRow) {
  const { asOf } = write;
  const { arms } = parsePlan(present);
  const started = startArms(parseExperimentState(present.state), arms, asOf.getTime());
  await updateExperiment(write, present.id, {
    state: "running",
    arms: armsToJson(requireRule(started, "The experiment cannot start")),
    startedAt: asOf,
  });
  return recordChange(write, present.id, { action: "started" });
}

async function endExperiment(write: InvestigationWrite, present: ExperimentRow, reason?: string) {
  const { asOf } = write;
  const { arms } = parsePlan(present);
  const ended = endArms(parseExperimentState(present.state), arms, asOf.getTime());
  await updateExperiment(write, present.id, {
    state: "ended",
    arms: armsToJson(requireRule(ended, "The experiment cannot end")),
    endedAt: asOf,
  });
  return recordChange(write, present.id, { action: "ended", ...(reason === undefined ? {} : { reason }) });
}

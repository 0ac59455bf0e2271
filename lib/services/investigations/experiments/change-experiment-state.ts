/** Starts and ends the experiments of an investigation. */
import type { changeExperimentStateContract } from "@/lib/contracts/investigations/experiments";
import { endArms, startArms } from "@/lib/model/investigation/experiments/experiment-change";
import { requireTeam } from "@/lib/server/access/team-rights";
import type { Handler } from "@/lib/server/handler";
import { readRows } from "@/lib/server/db/read-rows";
import { changeInvestigation, getValueOrRefuse, type InvestigationChange } from "../change-investigation";
import { findInvestigation } from "../find-investigation";
import {
  armsToJson,
  findExperimentInCurrentRound,
  recordExperimentChange,
  updateExperiment,
} from "./change-experiments";
import { findExperiment, parseExperimentState, parsePlan, type ExperimentRow } from "./experiment-row";
import { requireReadersOfBaselines, requireUsableBaselines } from "./usable-baseline";

const startRefusalTitle = "The experiment cannot start";

/**
 * Starts a planned experiment of the current round, or ends a running experiment of any round. Throws not-found, forbidden
 * and database-unavailable. Throws conflict if the experiment is in another state, its arms overlap, or its baseline
 * cannot be an arm. Throws read-only for a start in an earlier round.
 */
export const changeExperimentState: Handler<typeof changeExperimentStateContract> = async (input) => {
  const { params, body, principal } = input;
  const request = { principal, number: params.number, changeName: "change-experiment-state" };
  if (body.state === "running") await requireBaselines(input);
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { experimentId } = params;
    if (body.state === "running")
      return startExperiment(write, await findExperimentInCurrentRound(write, experimentId));
    // Experiments of earlier rounds can end too, because an earlier release left them running after their round.
    return endExperiment(write, await findExperiment(write.transaction, experimentId, write.row.id));
  });
  return { asOfMs, experiment: value };
};

/** Throws conflict if a planned experiment has a baseline that can no longer be an arm, and forbidden if the caller is not in the team. */
async function requireBaselines({
  params,
  principal,
}: Pick<Parameters<typeof changeExperimentState>[0], "params" | "principal">): Promise<void> {
  const planned = await readRows(async (database) => {
    const investigation = await findInvestigation(database, params.number, principal);
    // The team is checked before the experiment is read, so that the response reveals nothing about it.
    requireTeam(principal, investigation, "investigation");
    return findExperiment(database, params.experimentId, investigation.id);
  });
  if (parseExperimentState(planned.state) !== "planned") return;
  await requireUsableBaselines(parsePlan(planned).arms, { reader: principal, title: startRefusalTitle });
}

/** Ends the running experiments of the investigation with a reason. */
export async function endRunningExperiments(write: InvestigationChange, reason: string): Promise<void> {
  const { transaction, row } = write;
  const running = await transaction.experiment.findMany({
    where: { investigationId: row.id, state: "running" },
    orderBy: { number: "asc" },
    select: { id: true },
  });
  for (const { id } of running)
    await endExperiment(write, await findExperiment(transaction, id, row.id), reason);
}

async function startExperiment(write: InvestigationChange, present: ExperimentRow) {
  const { asOf } = write;
  const { arms } = parsePlan(present);
  await requireReadersOfBaselines(write, arms, { title: startRefusalTitle, isStarted: false });
  const started = startArms(parseExperimentState(present.state), arms, asOf.getTime());
  await updateExperiment(write, present.id, {
    state: "running",
    arms: armsToJson(getValueOrRefuse(started, startRefusalTitle)),
    startedAt: asOf,
  });
  return recordExperimentChange(write, present.id, { action: "started" });
}

async function endExperiment(write: InvestigationChange, present: ExperimentRow, reason?: string) {
  const { asOf } = write;
  const { arms } = parsePlan(present);
  const ended = endArms(parseExperimentState(present.state), arms, asOf.getTime());
  await updateExperiment(write, present.id, {
    state: "ended",
    arms: armsToJson(getValueOrRefuse(ended, "The experiment cannot end")),
    endedAt: asOf,
  });
  return recordExperimentChange(write, present.id, {
    action: "ended",
    ...(reason === undefined ? {} : { reason }),
  });
}

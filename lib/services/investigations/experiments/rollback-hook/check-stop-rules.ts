/** Fires the rollback hooks of running experiments whose stop rule is met. */
import { randomUUID } from "node:crypto";
import { readRows } from "@/lib/server/db/read-rows";
import { getLogger } from "@/lib/server/logger";
import { getProcessState } from "@/lib/server/process-state";
import { systemPrincipal } from "@/lib/server/principal";
import { changeInvestigation } from "../../change-investigation";
import { evaluateExperiment } from "../evaluate-experiment";
import { findExperiment } from "../experiment-row";
import { checkOldestFirst } from "./check-oldest-first";
import { addHookMessage, findHookObstacle } from "./hook-message";

/**
 * Maximum number of simultaneous checks. A check ends within the time limit of its evaluation, so an unreachable source
 * does not occupy all of them for long.
 */
const maxConcurrent = 4;

/**
 * Ids of experiments in the order of their last check by this process. If several processes run checks, each process checks
 * all experiments in turn. An experiment may then be checked twice before another experiment, but none is omitted.
 */
const getCheckOrder = (): Set<string> => getProcessState("stop-rule-check-order", () => new Set<string>());

/**
 * Evaluates each running experiment whose stop rule has not fired. If `signal` aborts, the next run continues. A failure of
 * one experiment does not prevent the checks of the other experiments. Throws database-unavailable.
 */
export async function checkStopRules(signal: AbortSignal): Promise<void> {
  await checkOldestFirst({
    items: await listRunning(),
    check: async (experiment) => {
      try {
        await checkExperiment(experiment, signal);
      } catch (error) {
        getLogger().warn(
          { error, experiment: experiment.id },
          "the stop rule of an experiment could not be checked",
        );
      }
    },
    checkOrder: getCheckOrder(),
    maxConcurrent,
    signal,
  });
}

interface RunningExperiment {
  readonly id: string;
  readonly investigation: { readonly id: string; readonly number: number };
}

async function listRunning(): Promise<readonly RunningExperiment[]> {
  const found = await readRows((database) =>
    database.experiment.findMany({
      where: {
        state: "running",
        hookFiresOnGuard: true,
        rollbackHookId: { not: null },
        hookDeliveries: { none: { OR: [{ trigger: "stop-rule" }, { state: { not: "failed" } }] } },
      },
      orderBy: { startedAt: "asc" },
      select: { id: true, round: true, investigation: { select: { id: true, number: true, round: true } } },
    }),
  );
  return found.filter(({ round, investigation }) => round === investigation.round);
}

async function checkExperiment({ id, investigation }: RunningExperiment, signal: AbortSignal): Promise<void> {
  const requestId = randomUUID();
  const row = await readRows((database) => findExperiment(database, id, investigation.id));
  const { harmfulGuard } = await evaluateExperiment({ row, reader: systemPrincipal, requestId, signal });
  if (harmfulGuard === null) return;
  const { number } = investigation;
  const request = { principal: systemPrincipal, number, changeName: "fire-rollback-hook" };
  await changeInvestigation(request, async (write) => {
    // Another process or a person may have fired the hook, or ended the experiment, since the evaluation began.
    const present = await findExperiment(write.transaction, id, write.row.id);
    const isCurrent = present.state === "running" && present.round === write.row.round;
    if (!isCurrent || present.version !== row.version || findHookObstacle(write, present) !== null)
      return null;
    if (present.hookDeliveries.some(({ trigger }) => trigger === "stop-rule")) return null;
    const reason = `${harmfulGuard} was worse at two consecutive interim analyses`;
    await addHookMessage(write, present, { trigger: "stop-rule", reason });
    return null;
  });
}

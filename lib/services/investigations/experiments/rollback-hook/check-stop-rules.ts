/** Fires the rollback hooks of running experiments whose stop rule is met. */
import { randomUUID } from "node:crypto";
import { readRows } from "@/lib/server/db/read-rows";
import { getLogger } from "@/lib/server/logger";
import { systemPrincipal } from "@/lib/server/principal";
import { changeInvestigation } from "../../change-investigation";
import { evaluateExperiment } from "../evaluate-experiment";
import { findExperiment, type ExperimentRow } from "../experiment-row";
import { addHookMessage, findObstacle } from "./hook-message";

/** Experiments of one run. The next run continues with the same order. */
const maxExperiments = 50;

/**
 * Evaluates each running experiment with a stop rule that has not fired. An experiment that fails does not prevent the
 * others. Throws database-unavailable.
 */
export async function checkStopRules(signal: AbortSignal): Promise<void> {
  for (const { row, number } of await listRunning()) {
    if (signal.aborted) return;
    try {
      await checkExperiment(row, number, signal);
    } catch (error) {
      getLogger().warn({ error, experiment: row.id }, "the stop rule of an experiment could not be checked");
    }
  }
}

interface RunningExperiment {
  readonly row: ExperimentRow;
  readonly number: number;
}

async function listRunning(): Promise<readonly RunningExperiment[]> {
  return readRows(async (database) => {
    const found = await database.experiment.findMany({
      where: {
        state: "running",
        hookFiresOnGuard: true,
        rollbackHookId: { not: null },
        hookDeliveries: { none: { OR: [{ trigger: "stop-rule" }, { state: { not: "failed" } }] } },
      },
      orderBy: { startedAt: "asc" },
      take: maxExperiments,
      select: { id: true, investigation: { select: { id: true, number: true } } },
    });
    return Promise.all(
      found.map(async ({ id, investigation }) => ({
        row: await findExperiment(database, id, investigation.id),
        number: investigation.number,
      })),
    );
  });
}

async function checkExperiment(row: ExperimentRow, number: number, signal: AbortSignal): Promise<void> {
  const requestId = randomUUID();
  const { harmfulGuard } = await evaluateExperiment({ row, reader: systemPrincipal, requestId, signal });
  if (harmfulGuard === null) return;
  const request = { principal: systemPrincipal, number, changeName: "fire-rollback-hook" };
  await changeInvestigation(request, async (write) => {
    // Another process or a person may have fired the hook, or ended the experiment, since the evaluation began.
    const present = await findExperiment(write.transaction, row.id, write.row.id);
    const isSame = present.state === "running" && present.version === row.version;
    if (!isSame || findObstacle(write, present) !== null) return null;
    if (present.hookDeliveries.some(({ trigger }) => trigger === "stop-rule")) return null;
    const reason = `${harmfulGuard} was worse at two consecutive looks`;
    await addHookMessage(write, present, { trigger: "stop-rule", reason });
    return null;
  });
}

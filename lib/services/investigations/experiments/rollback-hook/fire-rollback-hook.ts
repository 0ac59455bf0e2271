/** Fires the rollback hook of an experiment for a person, and lists the hooks that an experiment may use. */
import type {
  fireRollbackHookContract,
  rollbackHooksContract,
} from "@/lib/contracts/investigations/rollback-hooks";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, createRefusalError } from "../../change-investigation";
import { findInvestigation } from "../../find-investigation";
import { findExperiment } from "../experiment-row";
import { addHookMessage, findHookObstacle } from "./hook-message";

/**
 * Fires the rollback hook of an experiment. Throws not-found, forbidden and database-unavailable. Throws conflict for a
 * hook that cannot be fired.
 */
export const fireRollbackHook: Handler<typeof fireRollbackHookContract> = async ({
  params,
  body: { reason },
  principal,
}) => {
  const request = { principal, number: params.number, changeName: "fire-rollback-hook" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    // A change of an earlier round may be rolled back too.
    const experiment = await findExperiment(write.transaction, params.experimentId, write.row.id);
    const obstacle = findHookObstacle(write, experiment);
    if (obstacle !== null) throw createRefusalError(obstacle, "The rollback hook was not fired");
    return addHookMessage(write, experiment, { trigger: "person", reason });
  });
  return { asOfMs, experiment: value };
};

/** Returns the webhooks of the investigation's team and those of all teams. Throws not-found and database-unavailable. */
export const listRollbackHooks: Handler<typeof rollbackHooksContract> = async ({ params, principal }) => {
  const hooks = await readRows(async (database) => {
    const { teamId } = await findInvestigation(database, params.number, principal);
    return database.webhook.findMany({
      where: { OR: [{ teamId: null }, { teamId }] },
      orderBy: { name: "asc" },
      select: { id: true, name: true },
    });
  });
  return { asOfMs: nowMs(), hooks };
};

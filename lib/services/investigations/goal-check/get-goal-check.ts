/** Handler of the goal check. */
import type { goalCheckContract } from "@/lib/contracts/investigations/goal-check";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { findInvestigation } from "../find-investigation";
import { readInvestigationRowContext, toInvestigation, type InvestigationRow } from "../investigation-row";
import { checkGoal } from "./check-goal";
import { readCheckWindow } from "./read-check-window";

/**
 * Returns the goal check of an investigation. Throws not-found and database-unavailable. Throws invalid-input for an
 * invalid window.
 */
export const getGoalCheck: Handler<typeof goalCheckContract> = async ({
  params,
  query,
  principal,
  requestId,
  signal,
}) => {
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  const investigation = toInvestigation(row, context);
  const check = await checkGoal({
    investigation,
    hiddenDeploymentCount: row.deployments.length - investigation.deployments.length,
    window: await findWindow(row, query),
    reader: principal,
    requestId,
    signal,
  });
  return { asOfMs: nowMs(), check };
};

function findWindow(row: InvestigationRow, { from, to }: HandlerInput<typeof goalCheckContract>["query"]) {
  if (from === undefined || to === undefined) return readCheckWindow(row, { newDeployAtMs: null });
  const basis = "The requested window.";
  return { ...resolveRequestedWindow({ from, to }), isLive: false, basis };
}

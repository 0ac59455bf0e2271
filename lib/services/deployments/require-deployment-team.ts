/** Checks that a caller may change a deployment, or objects of it. */
import { AppError } from "@/lib/model/app-error";
import { requireTeam, type OwnedRow, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";

/**
 * Returns the deployment's team as stored, because the cached deployments may be older. Throws not-found, and forbidden
 * for a deployment of another team.
 */
export async function requireDeploymentTeam(
  transaction: Pick<Transaction, "deployment">,
  caller: TeamCaller,
  deploymentId: string,
): Promise<OwnedRow> {
  const row = await transaction.deployment.findUnique({
    where: { id: deploymentId },
    select: { teamId: true },
  });
  if (row === null) throw new AppError("not-found", "this deployment does not exist");
  requireTeam(caller, row, "deployment");
  return row;
}

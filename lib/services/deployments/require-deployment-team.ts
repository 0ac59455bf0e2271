/** Checks that a caller may change a deployment, or objects of it. */
import { AppError } from "@/lib/model/app-error";
import { requireTeam, type OwnedRow, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";
import { isUnstoredDeployment } from "./known-deployments";

/**
 * Checks that the caller's team may change the deployment, and returns the stored team. Throws not-found. Throws forbidden
 * for a deployment of another team, and database-unavailable for a deployment that is listed but not stored yet.
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
  if (row === null) throw createMissingDeploymentError(deploymentId);
  requireTeam(caller, row, "deployment");
  return row;
}

/**
 * Throws forbidden if another team than the caller's owns a deployment. Used for a change that applies to all deployments.
 */
export async function requireEveryDeploymentTeam(
  transaction: Pick<Transaction, "deployment">,
  { role, teamIds }: TeamCaller,
): Promise<void> {
  if (role === "admin") return;
  // Merged deployments are not counted, because their data belong to the deployment into which they were merged.
  const foreignCount = await transaction.deployment.count({
    where: { mergedIntoId: null, teamId: { not: null, notIn: [...teamIds] } },
  });
  if (foreignCount === 0) return;
  throw new AppError(
    "forbidden",
    "other teams own some deployments. Only admins can change an event that applies to all deployments",
    {
      userMessage: {
        title: "Other teams own some of the deployments",
        next: "Choose one deployment, or ask an admin to make the change for all deployments.",
      },
    },
  );
}

/** Creates the error for a deployment without a stored row. */
export function createMissingDeploymentError(id: string): AppError {
  return isUnstoredDeployment(id)
    ? new AppError("database-unavailable", "this deployment was discovered, but could not be stored yet")
    : new AppError("not-found", "this deployment does not exist");
}

/** Creates a baseline and requests its capture, which a background job runs. */
import type { captureBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { writeChange } from "@/lib/server/with-change";
import { requireDeploymentTeam } from "@/lib/services/deployments/require-deployment-team";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { chooseOwner } from "./baseline-owner";
import type { CaptureRequest } from "./capture-request";
import { findBaselineEntry } from "./find-baseline";
import { requireFreeBaselineName } from "./free-name";

/**
 * Creates a baseline that is captured from a window. Throws invalid-input for an invalid window. Throws not-found for
 * an unknown deployment. Throws conflict for a name in use. Throws forbidden if the caller is not in the team of the
 * deployment or not in the chosen team. Throws database-unavailable.
 */
export const requestCapture: Handler<typeof captureBaselineContract> = async ({ body, principal }) => {
  const deployment = await resolveDeployment(body.deployment, principal.sourceScope);
  const window = resolveRequestedWindow({ from: body.from, to: body.to });
  const asOfMs = nowMs();
  assertExpiry(body.expiresAtMs, asOfMs);
  const request: CaptureRequest = {
    ...window,
    load: body.load,
    deployment: { slug: deployment.slug, title: deployment.title },
    source: deployment.metricsSource,
  };
  const baseline = await writeChange(principal, "capture-baseline", async (transaction) => {
    const { teamId } = await requireDeploymentTeam(transaction, principal, deployment.id);
    const owner = await chooseOwner(transaction, {
      caller: principal,
      choice: body,
      present: { visibility: "open", teamId: null },
      deploymentTeamId: teamId,
    });
    await requireFreeBaselineName(transaction, body.name, { deploymentId: deployment.id, caller: principal });
    const { id } = await transaction.baseline.create({
      data: {
        ...owner,
        deploymentId: deployment.id,
        name: body.name,
        request: JSON.parse(JSON.stringify(request)),
        expiresAt: body.expiresAtMs === null ? null : new Date(body.expiresAtMs),
        author: principal.id,
        createdAt: new Date(asOfMs),
      },
      select: { id: true },
    });
    return (await findBaselineEntry(transaction, id, principal)).entry;
  });
  return { asOfMs, baseline };
};

/** Checks the expiry of a baseline. Throws invalid-input for a time before `asOfMs`. */
export function assertExpiry(expiresAtMs: number | null | undefined, asOfMs: number): void {
  if (typeof expiresAtMs === "number" && expiresAtMs <= asOfMs)
    throw new AppError("invalid-input", "The baseline must expire in the future.");
}

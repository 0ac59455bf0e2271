/** Handler of the data check endpoint. */
import type { dataCheckContract } from "@/lib/contracts/data-check";
import { engineById, exporterById } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { checkDeployment } from "./check-deployment";

/**
 * Checks for each signal of a deployment whether the source has data. Throws not-found for an unknown
 * deployment, and errors of the source.
 */
export const checkData: Handler<typeof dataCheckContract> = async ({ query, principal, signal }) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const rows = await checkDeployment(deployment, signal);
  return {
    asOfMs: nowMs(),
    deployment: { slug: deployment.slug, title: deployment.title },
    engine: { id: deployment.engine, title: engineById(deployment.engine).title },
    attachments: deployment.attachments.map(({ exporter }) => {
      const { title, family } = exporterById(exporter);
      return { title, family };
    }),
    rows,
  };
};

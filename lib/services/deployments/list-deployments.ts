/** The deployments door. */
import type { Handler } from "@/lib/server/handler";
import type { deploymentsContract } from "@/lib/contracts/deployments";
import { engineById, exporterById } from "@/lib/engines";
import { goneSinceMs, isListed } from "@/lib/model/deployment-review";
import { nowMs } from "@/lib/server/clock";
import { knownDeployments } from "./known-deployments";

export const listDeployments: Handler<typeof deploymentsContract> = async () => {
  const { deployments, aliases, fromMemorySinceMs } = await knownDeployments();
  const asOfMs = nowMs();
  return {
    asOfMs,
    deployments: deployments.map((deployment) => ({
      id: deployment.id,
      slug: deployment.slug,
      title: deployment.title,
      model: deployment.model,
      engine: {
        id: deployment.engine,
        title: engineById(deployment.engine).title,
        version: deployment.engineVersion,
        finishReasonLabel: engineById(deployment.engine).finishReasonLabel ?? null,
      },
      instances: deployment.instances,
      families: [...new Set(deployment.attachments.map(({ exporter }) => exporterById(exporter).family))],
      traceServices: deployment.traceServices,
      metricsSource: deployment.metricsSource,
      tracesSource: deployment.tracesSource,
      lastSeenAtMs: deployment.lastSeenAtMs,
      goneSinceMs: goneSinceMs(deployment, asOfMs),
      isListed: isListed(deployment, asOfMs),
      formerSlugs: [...aliases]
        .filter(([, present]) => present === deployment.slug)
        .map(([former]) => former),
    })),
    aliases: Object.fromEntries(aliases),
    fromMemorySinceMs,
  };
};

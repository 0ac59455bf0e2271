/** Handler of the deployments endpoint. */
import type { Handler } from "@/lib/server/handler";
import type { deploymentsContract } from "@/lib/contracts/deployments";
import { findFinishReasonLabel } from "@/lib/semantic/compile/observed-series";
import { engineById, exporterById } from "@/lib/engines";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { inactiveSinceMs, isListed } from "@/lib/model/deployment/deployment-review";
import type { Family } from "@/lib/model/signals/signal-definition";
import { nowMs } from "@/lib/server/clock";
import { readKnownDeployments, type KnownDeployment } from "./known-deployments";

/**
 * Handles the request for all deployments that the caller may read, with engine, limits, instances and trace
 * services.
 */
export const listDeployments: Handler<typeof deploymentsContract> = async ({ principal }) => {
  const { deployments, aliases, fromMemorySinceMs } = await readKnownDeployments(principal.sourceScope);
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
        finishReasonLabel: findFinishReasonLabel(engineById(deployment.engine), deployment),
        servesRequests: engineById(deployment.engine).role !== "training",
      },
      limits: resolveLimits(deployment),
      instances: deployment.instances,
      families: familiesOf(deployment),
      traceServices: deployment.traceServices,
      metricsSource: deployment.metricsSource,
      tracesSource: deployment.tracesSource,
      lastSeenAtMs: deployment.lastSeenAtMs,
      inactiveSinceMs: inactiveSinceMs(deployment, asOfMs),
      isListed: isListed(deployment, asOfMs),
      formerSlugs: [...aliases]
        .filter(([, present]) => present === deployment.slug)
        .map(([former]) => former),
    })),
    aliases: Object.fromEntries(aliases),
    fromMemorySinceMs,
  };
};

/** Returns the signal families of a deployment in addition to its engine's. */
function familiesOf({ attachments, mappings = {} }: KnownDeployment): readonly Family[] {
  const joined = attachments.map(({ exporter }) => exporterById(exporter).family);
  return [...new Set([...joined, ...(Object.keys(mappings).length > 0 ? ["training" as const] : [])])];
}

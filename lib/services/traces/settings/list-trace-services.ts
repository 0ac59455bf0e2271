/** Handler that lists the services of a deployment's trace source, with the deployments that already use them. */
import type { traceServicesContract } from "@/lib/contracts/traces/trace-settings-preview";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { findTraceSource } from "@/lib/services/sources/trace-source";

const maxServices = 500;

/**
 * Returns the services of the deployment's trace source, with the deployments that use them. Throws not-found for an
 * unknown deployment or without a trace source, and errors of the source.
 */
export const listTraceServices: Handler<typeof traceServicesContract> = async ({
  params,
  principal,
  signal,
}) => {
  const { records, deployments } = await readKnownDeployments(principal.sourceScope);
  const record = records.find(({ id }) => id === params.deploymentId);
  if (record === undefined) throw new AppError("not-found", `there is no deployment ${params.deploymentId}`);
  const { source, reader } = await findTraceSource(record.tracesSource, principal.sourceScope);
  const names = await reader.services({ signal });
  const otherDeployments = deployments.filter(({ id }) => id !== record.id);
  const ownerOf = (name: string): string | null =>
    otherDeployments.find(({ traceServices }) => traceServices.includes(name))?.title ?? null;
  return {
    asOfMs: nowMs(),
    source: source.slug,
    services: names.slice(0, maxServices).map((name) => ({ name, owner: ownerOf(name) })),
    unlistedCount: Math.max(0, names.length - maxServices),
  };
};

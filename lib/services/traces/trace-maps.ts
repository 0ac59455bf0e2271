/**
 * Selects the phase maps of a trace: the maps of the viewed deployment, otherwise of the deployment that its services
 * belong to.
 */
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { Trace } from "@/lib/model/traces/trace";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findDeploymentBySlug, findOwnerOfTraceServices } from "./trace-owner";

/**
 * Returns the phase rules that apply to a trace: the rules of its deployment. `linkedSlug` is from a link and may be
 * outdated. The services of the trace then decide.
 */
export async function findPhaseMapsOfTrace(
  trace: Trace,
  linkedSlug: string | undefined,
  scope: SourceScope,
): Promise<readonly PhaseMap[]> {
  return listPhaseMapsOfOwner(await findTraceOwner(trace, linkedSlug, scope));
}

/**
 * Returns the deployment to which a trace belongs. Null if no deployment has its services. `linkedSlug` is
 * from a link and may be outdated.
 */
export async function findTraceOwner(
  trace: Trace,
  linkedSlug: string | undefined,
  scope: SourceScope,
): Promise<KnownDeployment | null> {
  const named = linkedSlug === undefined ? null : await findDeploymentBySlug(linkedSlug, scope);
  return named ?? (await findOwnerOfTraceServices(servicesOf(trace), scope));
}

/** Returns the phase rules of a deployment, or the rules of all engines if there is no deployment. */
export function listPhaseMapsOfOwner(
  owner: Pick<KnownDeployment, "engine" | "phases"> | null,
): readonly PhaseMap[] {
  return listPhaseMaps(owner?.engine ?? null, owner?.phases);
}

/** Returns each service once, earliest first, because the order breaks ties. */
function servicesOf({ spans }: Trace): readonly string[] {
  const first = new Map<string, number>();
  for (const { service, startNs } of spans)
    if (startNs < (first.get(service) ?? Infinity)) first.set(service, startNs);
  return [...first].toSorted(([, a], [, b]) => a - b).map(([service]) => service);
}

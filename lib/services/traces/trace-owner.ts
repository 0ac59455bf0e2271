/** Finds the deployment that a trace belongs to, which has most of its services. The deployment's phase rules apply. */
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { isAppError } from "@/lib/model/app-error";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";

/**
 * Returns the deployment with most of these trace services. The first service decides a tie. Null if no
 * deployment has one of them.
 */
export async function findOwnerOfTraceServices(
  services: readonly string[],
  scope: SourceScope,
): Promise<KnownDeployment | null> {
  return findDeploymentWithMostServices(await deploymentsOrNone(scope), services);
}

/** Returns the deployment with most of these trace services; null if none has one of them. */
export function findDeploymentWithMostServices(
  deployments: readonly KnownDeployment[],
  services: readonly string[],
): KnownDeployment | null {
  const counts = new Map<KnownDeployment, number>();
  const ownersOf = new Map<string, KnownDeployment[]>();
  for (const deployment of deployments)
    for (const service of deployment.traceServices)
      ownersOf.set(service, [...(ownersOf.get(service) ?? []), deployment]);
  for (const service of services)
    for (const owner of ownersOf.get(service) ?? []) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  // On a tie, the deployment found first wins.
  let [owner, maxCount]: [KnownDeployment | null, number] = [null, 0];
  for (const [one, count] of counts) if (count > maxCount) [owner, maxCount] = [one, count];
  return owner;
}

/** Returns the deployment with this current or former slug; null when there is none. */
export async function findDeploymentBySlug(
  slug: string,
  scope: SourceScope,
): Promise<KnownDeployment | null> {
  try {
    return await resolveDeployment(slug, scope);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/** Returns no deployments when the database is unavailable, because traces do not need it. */
async function deploymentsOrNone(scope: SourceScope): Promise<readonly KnownDeployment[]> {
  try {
    const { deployments } = await readKnownDeployments(scope);
    return deployments.filter(({ review }) => review !== "hidden");
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [];
  }
}

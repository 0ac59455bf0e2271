/** Whose services those of a trace are: the deployment with most of them, so that its own word of what spans mean counts. */
import { isAppError } from "@/lib/model/app-error";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { knownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";

/** Null where they are nobody's, and while no deployment is known. The first named service decides between equals. */
export async function ownerOf(services: readonly string[]): Promise<KnownDeployment | null> {
  return deploymentWithMostServices(await deploymentsOrNone(), services);
}

export function deploymentWithMostServices(
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
  // Of equals the one that was met first.
  let [owner, maxCount]: [KnownDeployment | null, number] = [null, 0];
  for (const [one, count] of counts) if (count > maxCount) [owner, maxCount] = [one, count];
  return owner;
}

/** The deployment at a slug, former ones included; null where there is none. */
export async function slugOwner(slug: string): Promise<KnownDeployment | null> {
  try {
    return await resolveDeployment(slug);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/** Traces are read without the database as well. */
async function deploymentsOrNone(): Promise<readonly KnownDeployment[]> {
  try {
    const { deployments } = await knownDeployments();
    return deployments.filter(({ review }) => review !== "hidden");
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [];
  }
}

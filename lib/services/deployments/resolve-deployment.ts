/** Resolves a slug of a link, including former slugs. */
import { AppError } from "@/lib/model/app-error";
import { unknownDeployment } from "@/lib/model/deployment/unknown-deployment";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { readKnownDeployments, type KnownDeployment } from "./known-deployments";

/**
 * Returns the deployment with this slug. Throws not-found for an unknown slug, and database-unavailable if the deployments
 * were never loaded.
 */
export async function resolveDeployment(slug: string, scope: SourceScope): Promise<KnownDeployment> {
  const { deployments, aliases } = await readKnownDeployments(scope);
  const present = aliases.get(slug) ?? slug;
  const found = deployments.find((deployment) => deployment.slug === present);
  if (!found)
    throw new AppError("not-found", `there is no deployment ${slug}`, { userMessage: unknownDeployment });
  return found;
}

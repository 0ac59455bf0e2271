/** From a slug in a link to the deployment it means, former slugs included. */
import { AppError } from "@/lib/model/app-error";
import { knownDeployments, type KnownDeployment } from "./known-deployments";

/** Throws not-found for a slug that never was, database-unavailable when nothing is in memory. */
export async function resolveDeployment(slug: string): Promise<KnownDeployment> {
  const { deployments, aliases } = await knownDeployments();
  const present = aliases.get(slug) ?? slug;
  const found = deployments.find((deployment) => deployment.slug === present);
  if (!found) throw new AppError("not-found", `there is no deployment ${slug}`);
  return found;
}

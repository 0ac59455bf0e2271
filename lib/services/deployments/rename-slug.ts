/** Changes the slug after a rename. The former slug becomes an alias, so that links keep working. */
import type { Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import type { DeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { chooseSlugAfterRename } from "@/lib/services/deployments/name-deployments";

/**
 * Chooses the slug for a new title of a deployment and returns it. If the slug changes, the old slug is stored as an alias, so that links with it keep working. A former slug of the same deployment can be used again.
 */
export async function renameSlug(
  transaction: Transaction,
  { records }: DeploymentSnapshot,
  record: DeploymentRecord,
  title: string,
): Promise<string> {
  const otherRecords = records.filter(({ id }) => id !== record.id);
  const otherAliases = await transaction.deploymentAlias.findMany({
    where: { deploymentId: { not: record.id } },
    select: { slug: true },
  });
  const taken = new Set([...otherRecords, ...otherAliases].map((one) => one.slug));
  const slug = chooseSlugAfterRename(title, record.slug, taken);
  if (slug === record.slug) return slug;
  await transaction.deploymentAlias.deleteMany({ where: { slug, deploymentId: record.id } });
  await transaction.deploymentAlias.upsert({
    where: { slug: record.slug },
    create: { slug: record.slug, deploymentId: record.id },
    update: { deploymentId: record.id },
  });
  return slug;
}

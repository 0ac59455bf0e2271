/** Writes discovered deployments to the database. */
import { AppError } from "@/lib/model/app-error";
import type { DeploymentShape } from "@/lib/model/deployment/deployment-shape";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "./effective-deployments";

export type SourceIds = ReadonlyMap<string, string>;

/** Reads from the database, because another process may have stored the sources. */
export async function readSourceIds(transaction: Transaction): Promise<SourceIds> {
  const rows = await transaction.source.findMany({ select: { slug: true, id: true } });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

function idOf(sourceIds: SourceIds, slug: string): string {
  const id = sourceIds.get(slug);
  if (id === undefined) throw new AppError("database-unavailable", "the sources are not stored yet");
  return id;
}

/** Inserts or updates the row of a deployment. Edits are kept. Throws database-unavailable. */
export async function saveDeployment(
  transaction: Transaction,
  deployment: DeploymentRecord,
  sourceIds: SourceIds,
): Promise<void> {
  const metricsSourceId = idOf(sourceIds, deployment.metricsSource);
  const present = {
    title: deployment.title,
    model: deployment.model,
    engine: deployment.engine,
    engineVersion: deployment.engineVersion,
    shape: storedShape(deployment),
    tracesSourceId: deployment.tracesSource === null ? null : idOf(sourceIds, deployment.tracesSource),
    lastSeenAt: new Date(deployment.lastSeenAtMs),
    missingSince: deployment.missingSinceMs === null ? null : new Date(deployment.missingSinceMs),
  };
  await transaction.deployment.upsert({
    where: { metricsSourceId_identity: { metricsSourceId, identity: deployment.identity } },
    create: {
      id: deployment.id,
      slug: deployment.slug,
      identity: deployment.identity,
      metricsSourceId,
      firstSeenAt: new Date(deployment.firstSeenAtMs),
      ...present,
    },
    update: present,
  });
}

/** Returns the discovered values in the stored format. */
export function storedShape(deployment: DeploymentRecord): Prisma.InputJsonObject {
  const shape: DeploymentShape = {
    version: 2,
    pools: deployment.pools,
    instances: deployment.instances,
    traceServices: deployment.traceServices,
    attachments: deployment.attachments,
    metricNames: deployment.metricNames,
    copyLabels: deployment.copyLabels,
    remarks: deployment.remarks ?? [],
  };
  return JSON.parse(JSON.stringify(shape));
}

/** Writes discovered deployments to the database. */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/model/app-error";
import type { DeploymentShape } from "@/lib/model/deployment/deployment-shape";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "./effective-deployments";
import { formatDeploymentKey } from "./known-deployments";

type SourceIds = ReadonlyMap<string, string>;

/**
 * Writes the differences from the stored records: inserts new deployments, updates changed ones, and updates
 * all last-seen times with one statement. Edits of people are not changed. Throws database-unavailable.
 */
export async function saveDeployments(
  transaction: Transaction,
  storedRecords: readonly DeploymentRecord[],
  nextRecords: readonly DeploymentRecord[],
): Promise<void> {
  const storedByKey = new Map(storedRecords.map((record) => [formatDeploymentKey(record), record]));
  const byWrite = Map.groupBy(nextRecords, (record) =>
    neededWrite(storedByKey.get(formatDeploymentKey(record)), record),
  );
  const changed = byWrite.get("row") ?? [];
  if (changed.length > 0) {
    const sourceIds = await readSourceIds(transaction);
    for (const record of changed) await saveRow(transaction, record, sourceIds);
  }
  const stillPresent = byWrite.get("last-seen") ?? [];
  if (stillPresent.length > 0) await saveLastSeen(transaction, stillPresent);
}

function neededWrite(
  stored: DeploymentRecord | undefined,
  next: DeploymentRecord,
): "row" | "last-seen" | "none" {
  if (stored === undefined || !isDeepStrictEqual(comparedValues(stored), comparedValues(next))) return "row";
  return stored.lastSeenAtMs === next.lastSeenAtMs ? "none" : "last-seen";
}

function comparedValues(record: DeploymentRecord) {
  const { title, model, engine, engineVersion, tracesSource, missingSinceMs } = record;
  return { title, model, engine, engineVersion, tracesSource, missingSinceMs, shape: toStoredValues(record) };
}

async function saveLastSeen(transaction: Transaction, records: readonly DeploymentRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const times = records.map(({ lastSeenAtMs }) => new Date(lastSeenAtMs).toISOString());
  await transaction.$executeRaw`
    update deployments set last_seen_at = new_time.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as new_time (id, at)
    where deployments.id = new_time.id`;
}

/** Returns the ids of the sources. They are read from the database, because another process may have stored the sources. */
async function readSourceIds(transaction: Transaction): Promise<SourceIds> {
  const rows = await transaction.source.findMany({ select: { slug: true, id: true } });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

function requireSourceId(sourceIds: SourceIds, slug: string): string {
  const id = sourceIds.get(slug);
  if (id === undefined) throw new AppError("database-unavailable", "the sources are not stored yet");
  return id;
}

async function saveRow(
  transaction: Transaction,
  deployment: DeploymentRecord,
  sourceIds: SourceIds,
): Promise<void> {
  const metricsSourceId = requireSourceId(sourceIds, deployment.metricsSource);
  const present = {
    title: deployment.title,
    model: deployment.model,
    engine: deployment.engine,
    engineVersion: deployment.engineVersion,
    shape: toStoredValues(deployment),
    tracesSourceId:
      deployment.tracesSource === null ? null : requireSourceId(sourceIds, deployment.tracesSource),
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

/** Returns the discovered values of a deployment in the format of the database. */
export function toStoredValues(deployment: DeploymentRecord): Prisma.InputJsonObject {
  const shape: DeploymentShape = {
    version: 2,
    pools: deployment.pools,
    instances: deployment.instances,
    traceServices: deployment.traceServices,
    attachments: deployment.attachments,
    metricNames: deployment.metricNames,
    copyLabels: deployment.copyLabels,
    remarks: deployment.remarks ?? [],
    workers: deployment.workers ?? [],
  };
  return JSON.parse(JSON.stringify(shape));
}

/**
 * What the selectors that a person or the file named find now. Grouping by labels says nothing of those: a deployment whose
 * labels changed is there as long as its own selectors find it.
 */
import { isAppError } from "@/lib/model/app-error";
import { engineById } from "@/lib/engines";
import { logger } from "@/lib/server/logger";
import { poolsOf, type DeploymentRecord } from "./effective-deployments";
import { readInstancesOf, readMetricNamesOf } from "./serving-groups";

export interface EditedSighting {
  readonly instances: readonly string[];
  readonly metricNames: readonly string[];
}

/** By record id; those whose source did not answer are absent. */
export async function readEdited(
  records: readonly DeploymentRecord[],
): Promise<ReadonlyMap<string, EditedSighting>> {
  const edited = records.filter(({ edits }) => edits.pools !== undefined);
  const found = await Promise.all(edited.map(async (record) => [record.id, await look(record)] as const));
  return new Map(
    found.flatMap(([id, sighting]) => (sighting === undefined ? [] : [[id, sighting] as const])),
  );
}

async function look(record: DeploymentRecord): Promise<EditedSighting | undefined> {
  // Names kept from before the edit would hide those of the series that the selectors find.
  const deployment = { ...record, pools: poolsOf(record), metricNames: [] };
  const isRouter = deployment.pools.every(({ role }) => role === "router");
  if (isRouter) return undefined;
  try {
    const [instances, metricNames] = await Promise.all([
      readInstancesOf(deployment),
      readMetricNamesOf(record.metricsSource, { engine: engineById(record.engine), deployment }),
    ]);
    return { instances, metricNames };
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: record.slug }, "edited selectors could not be asked");
    return undefined;
  }
}

/** `seen` with what their edited selectors found, and those that only these found. */
export function withEdited(
  seen: readonly DeploymentRecord[],
  records: readonly DeploymentRecord[],
  edited: ReadonlyMap<string, EditedSighting>,
  atMs: number,
): readonly DeploymentRecord[] {
  const ids = new Set(seen.map(({ id }) => id));
  const others = records.filter(({ id }) => !ids.has(id) && (edited.get(id)?.instances.length ?? 0) > 0);
  return [...seen, ...others].map((record) => {
    const found = edited.get(record.id);
    if (found === undefined) return record;
    const isThere = found.instances.length > 0;
    return {
      ...record,
      instances: found.instances,
      metricNames: [...new Set([...record.metricNames, ...found.metricNames])].toSorted(),
      ...(isThere ? { lastSeenAtMs: Math.max(record.lastSeenAtMs, atMs), missingSinceMs: null } : {}),
    };
  });
}

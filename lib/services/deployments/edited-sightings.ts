/**
 * What the selectors that a person or the file named find now. Grouping by labels says nothing of those: a deployment whose
 * labels changed is there as long as its own selectors find it.
 */
import type { Attachment, Pool } from "@/lib/model/deployment";
import { samePools } from "@/lib/model/deployment-review";
import { isAppError } from "@/lib/model/app-error";
import { engineOf } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import { logger } from "@/lib/server/logger";
import { poolsOf, type DeploymentRecord } from "./effective-deployments";
import { identityOf, type InstanceGroup } from "./instance-groups";
import { attachmentsOf } from "./join-exporters";
import { lookAt, type Look } from "./look-at-source";
import { neighboursOf, type Neighbours } from "./neighbours";
import { readGroupsOf, readInstancesOf, readMetricNamesOf, readPlaces, readPresence } from "./serving-groups";

export interface EditedSighting {
  /** Those that were looked for. */
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  readonly metricNames: readonly string[];
  /** Of the exporters beside what the selectors find; undefined where a person or the file says which are its own. */
  readonly attachments: readonly Attachment[] | undefined;
}

/**
 * By record id; those whose source did not answer, or answered in part, are absent. `groups` is what each source was seen to
 * serve.
 */
export async function readEdited(
  records: readonly DeploymentRecord[],
  groups: ReadonlyMap<string, readonly InstanceGroup[]>,
): Promise<ReadonlyMap<string, EditedSighting>> {
  const edited = records.filter(hasOwnSelectors);
  const beside: Beside = {
    placesOf: createPlacesReader(),
    neighboursIn: (source) =>
      neighboursOf({ source, groups: groups.get(source) ?? [], records, atMs: nowMs() }),
  };
  const found = await Promise.all(
    edited.map(async (record) => [record.id, await lookForEdited(record, beside)] as const),
  );
  return new Map(
    found.flatMap(([id, sighting]) => (sighting === undefined ? [] : [[id, sighting] as const])),
  );
}

type Places = Awaited<ReturnType<typeof readPlaces>>;
type PlacesReader = (look: Look, source: string) => Promise<Places>;

interface Beside {
  readonly placesOf: PlacesReader;
  readonly neighboursIn: (source: string) => Neighbours;
}

/** Asked once for each source, however many of its deployments were edited. */
function createPlacesReader(): PlacesReader {
  const asked = new Map<string, Promise<Places>>();
  return (look, source) => {
    const places = asked.get(source) ?? readPresence(look).then((present) => readPlaces(look, present));
    asked.set(source, places);
    return places;
  };
}

async function lookForEdited(record: DeploymentRecord, beside: Beside): Promise<EditedSighting | undefined> {
  // Names kept from before the edit would hide those of the series that the selectors find.
  const { mappings = {} } = record.edits;
  const deployment = { ...record, mappings, pools: poolsOf(record), metricNames: [] };
  try {
    const look = lookAt(record.metricsSource);
    const [instances, metricNames, attachments] = await Promise.all([
      readInstancesOf(look, deployment),
      readMetricNamesOf(look, { engine: engineOf(deployment), deployment }),
      record.edits.attachments === undefined ? joinTo(look, deployment, beside) : undefined,
    ]);
    return look.isPartial() ? undefined : { pools: deployment.pools, instances, metricNames, attachments };
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: record.slug }, "edited selectors could not be asked");
    return undefined;
  }
}

/** Machines, pods and databases of the servers that its own selectors find, not of those that discovery would group. */
async function joinTo(
  look: Look,
  deployment: DeploymentRecord,
  { placesOf, neighboursIn }: Beside,
): Promise<readonly Attachment[]> {
  const [groups, places] = await Promise.all([
    readGroupsOf(look, deployment),
    placesOf(look, deployment.metricsSource),
  ]);
  const others = neighboursIn(deployment.metricsSource)([deployment.identity, ...groups.map(identityOf)]);
  return attachmentsOf(groups, places, others);
}

/** What a router's find is another engine's. */
function hasOwnSelectors(record: DeploymentRecord): boolean {
  return record.edits.pools !== undefined && poolsOf(record).some(({ role }) => role !== "router");
}

/** `seen` with what their edited selectors found, and those that only these found. */
export function withEdited(
  seen: readonly DeploymentRecord[],
  records: readonly DeploymentRecord[],
  edited: ReadonlyMap<string, EditedSighting>,
  atMs: number,
): readonly DeploymentRecord[] {
  const ids = new Set(seen.map(({ id }) => id));
  const before = new Map(records.map(({ id, instances }) => [id, instances]));
  const others = records.filter(({ id }) => !ids.has(id) && (edited.get(id)?.instances.length ?? 0) > 0);
  return [...seen, ...others].map((record) => {
    if (!hasOwnSelectors(record)) return record;
    const instances = before.get(record.id) ?? [];
    const found = edited.get(record.id);
    // Nobody looked, or for what a person has changed since.
    if (found === undefined || !samePools(found.pools, poolsOf(record))) return { ...record, instances };
    const isThere = found.instances.length > 0;
    return {
      ...record,
      // Those that left are still the ones that went down; what other selectors found was forgotten when these were written.
      instances: isThere ? found.instances : instances,
      attachments: found.attachments ?? record.attachments,
      metricNames: [...new Set([...record.metricNames, ...found.metricNames])].toSorted(),
      ...(isThere ? { lastSeenAtMs: Math.max(record.lastSeenAtMs, atMs), missingSinceMs: null } : {}),
    };
  });
}

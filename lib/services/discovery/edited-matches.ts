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
import { poolsOf, type DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { identityOf, type InstanceGroup } from "./instance-groups";
import { attachmentsOf } from "./join-exporters";
import { startDiscoveryPass, type DiscoveryPass } from "./discovery-pass";
import { createNeighbourLookup, type NeighbourLookup } from "./neighbours";
import {
  readGroupsOf,
  readInstancesOf,
  readMetricNamesOf,
  readExporterTargets,
  readPresence,
} from "./serving-groups";

export interface EditedSelectorMatch {
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
export async function readEditedMatches(
  records: readonly DeploymentRecord[],
  groups: ReadonlyMap<string, readonly InstanceGroup[]>,
): Promise<ReadonlyMap<string, EditedSelectorMatch>> {
  const edited = records.filter(hasEditedSelectors);
  const context: EditContext = {
    readTargets: createTargetsReader(),
    neighboursIn: (source) =>
      createNeighbourLookup({ source, groups: groups.get(source) ?? [], records, atMs: nowMs() }),
  };
  const found = await Promise.all(
    edited.map(async (record) => [record.id, await readEditedMatch(record, context)] as const),
  );
  return new Map(found.flatMap(([id, match]) => (match === undefined ? [] : [[id, match] as const])));
}

type TargetSamples = Awaited<ReturnType<typeof readExporterTargets>>;
type TargetsReader = (pass: DiscoveryPass, source: string) => Promise<TargetSamples>;

interface EditContext {
  readonly readTargets: TargetsReader;
  readonly neighboursIn: (source: string) => NeighbourLookup;
}

/** Asked once for each source, however many of its deployments were edited. */
function createTargetsReader(): TargetsReader {
  const requests = new Map<string, Promise<TargetSamples>>();
  return (pass, source) => {
    const targetSamples =
      requests.get(source) ?? readPresence(pass).then((present) => readExporterTargets(pass, present));
    requests.set(source, targetSamples);
    return targetSamples;
  };
}

async function readEditedMatch(
  record: DeploymentRecord,
  context: EditContext,
): Promise<EditedSelectorMatch | undefined> {
  // Names kept from before the edit would hide those of the series that the selectors find.
  const { mappings = {} } = record.edits;
  const deployment = { ...record, mappings, pools: poolsOf(record), metricNames: [] };
  try {
    const pass = startDiscoveryPass(record.metricsSource);
    const [instances, metricNames, attachments] = await Promise.all([
      readInstancesOf(pass, deployment),
      readMetricNamesOf(pass, { engine: engineOf(deployment), deployment }),
      record.edits.attachments === undefined ? joinMatchedExporters(pass, deployment, context) : undefined,
    ]);
    return pass.isPartial() ? undefined : { pools: deployment.pools, instances, metricNames, attachments };
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: record.slug }, "edited selectors could not be asked");
    return undefined;
  }
}

/** Machines, pods and databases of the servers that its own selectors find, not of those that discovery would group. */
async function joinMatchedExporters(
  pass: DiscoveryPass,
  deployment: DeploymentRecord,
  { readTargets, neighboursIn }: EditContext,
): Promise<readonly Attachment[]> {
  const [groups, targetSamples] = await Promise.all([
    readGroupsOf(pass, deployment),
    readTargets(pass, deployment.metricsSource),
  ]);
  const neighbours = neighboursIn(deployment.metricsSource)([deployment.identity, ...groups.map(identityOf)]);
  return attachmentsOf(groups, targetSamples, neighbours);
}

/** What a router's find is another engine's. */
function hasEditedSelectors(record: DeploymentRecord): boolean {
  return record.edits.pools !== undefined && poolsOf(record).some(({ role }) => role !== "router");
}

/** `seen` with what their edited selectors found, and those that only these found. */
export function withEditedMatches(
  discovered: readonly DeploymentRecord[],
  records: readonly DeploymentRecord[],
  edited: ReadonlyMap<string, EditedSelectorMatch>,
  atMs: number,
): readonly DeploymentRecord[] {
  const ids = new Set(discovered.map(({ id }) => id));
  const before = new Map(records.map(({ id, instances }) => [id, instances]));
  const matchedRecords = records.filter(
    ({ id }) => !ids.has(id) && (edited.get(id)?.instances.length ?? 0) > 0,
  );
  return [...discovered, ...matchedRecords].map((record) => {
    if (!hasEditedSelectors(record)) return record;
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

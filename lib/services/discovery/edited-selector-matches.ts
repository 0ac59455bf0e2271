/**
 * Evaluates edited selectors. A deployment with edited selectors exists as long as its selectors match, even if grouping by
 * labels does not find it.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import type { Attachment, Pool } from "@/lib/model/deployment/deployment";
import { arePoolsEqual } from "@/lib/model/deployment/deployment-review";
import { isAppError } from "@/lib/model/app-error";
import { engineOfDeployment } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import { getLogger } from "@/lib/server/logger";
import { findEffectivePools, type DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { findExporterAttachments } from "../deployments/join-exporters";
import { startDiscoveryPass, type DiscoveryPass } from "./discovery-pass";
import { createNeighbourLookup, type NeighbourLookup } from "./neighbours";
import {
  readMatchedGroups,
  readMatchedInstanceNames,
  readObservedSeriesNames,
  readExporterTargets,
  readPresentMetrics,
} from "./serving-groups";

/** Instances, metrics and exporters that the edited selectors of a deployment match now. */
export interface EditedSelectorMatch {
  /** Pools whose selectors were evaluated. */
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  readonly metricNames: readonly string[];
  /** Exporters joined to the matched servers. Undefined if the exporters were edited. */
  readonly attachments: readonly Attachment[] | undefined;
}

/**
 * Evaluates the edited selectors of deployments. Returns the matches by record id, without records whose source did not
 * respond completely. `groups` contains the discovered groups per source.
 */
export async function readEditedSelectorMatches(
  records: readonly DeploymentRecord[],
  groups: ReadonlyMap<string, readonly InstanceGroup[]>,
): Promise<ReadonlyMap<string, EditedSelectorMatch>> {
  const edited = records.filter(hasEditedSelectors);
  const context: EditContext = {
    readTargets: createTargetsReader(),
    neighboursIn: (source) =>
      createNeighbourLookup({ sourceSlug: source, groups: groups.get(source) ?? [], records, atMs: nowMs() }),
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

/** Queries each source once, regardless of the number of edited deployments. */
function createTargetsReader(): TargetsReader {
  const requests = new Map<string, Promise<TargetSamples>>();
  return (pass, source) => {
    const targetSamples =
      requests.get(source) ?? readPresentMetrics(pass).then((present) => readExporterTargets(pass, present));
    requests.set(source, targetSamples);
    return targetSamples;
  };
}

async function readEditedMatch(
  record: DeploymentRecord,
  context: EditContext,
): Promise<EditedSelectorMatch | undefined> {
  // Metric names that were stored before the edit are ignored, because they may not be those of the matched series.
  const { mappings = {} } = record.edits;
  const deployment = { ...record, mappings, pools: findEffectivePools(record), metricNames: [] };
  try {
    const pass = startDiscoveryPass(requireReadableSource(record.metricsSource, allSources));
    const [instances, metricNames, attachments] = await Promise.all([
      readMatchedInstanceNames(pass, deployment),
      readObservedSeriesNames(pass, { engine: engineOfDeployment(deployment), deployment }),
      record.edits.attachments === undefined ? joinMatchedExporters(pass, deployment, context) : undefined,
    ]);
    return pass.isPartial() ? undefined : { pools: deployment.pools, instances, metricNames, attachments };
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: record.slug }, "edited selectors could not be queried");
    return undefined;
  }
}

/** Joins exporters to the servers that the edited selectors match. */
async function joinMatchedExporters(
  pass: DiscoveryPass,
  deployment: DeploymentRecord,
  { readTargets, neighboursIn }: EditContext,
): Promise<readonly Attachment[]> {
  const [groups, targetSamples] = await Promise.all([
    readMatchedGroups(pass, deployment),
    readTargets(pass, deployment.metricsSource),
  ]);
  const neighbours = neighboursIn(deployment.metricsSource)([
    deployment.identity,
    ...groups.map(formatGroupIdentity),
  ]);
  return findExporterAttachments(groups, targetSamples, neighbours);
}

/** Returns whether the selectors of the deployment's own engine were edited. A router's series belong to a different engine. */
function hasEditedSelectors(record: DeploymentRecord): boolean {
  return record.edits.pools !== undefined && findEffectivePools(record).some(({ role }) => role !== "router");
}

/**
 * Adds the matches of edited selectors to the discovered records, and adds records that only edited
 * selectors match.
 */
export function withEditedSelectorMatches(
  discovered: readonly DeploymentRecord[],
  records: readonly DeploymentRecord[],
  matchesById: ReadonlyMap<string, EditedSelectorMatch>,
  atMs: number,
): readonly DeploymentRecord[] {
  const ids = new Set(discovered.map(({ id }) => id));
  const before = new Map(records.map(({ id, instances }) => [id, instances]));
  const matchedRecords = records.filter(
    ({ id }) => !ids.has(id) && (matchesById.get(id)?.instances.length ?? 0) > 0,
  );
  return [...discovered, ...matchedRecords].map((record) => {
    if (!hasEditedSelectors(record)) return record;
    const instances = before.get(record.id) ?? [];
    const found = matchesById.get(record.id);
    // The selectors were not evaluated, or were edited since then.
    if (found === undefined || !arePoolsEqual(found.pools, findEffectivePools(record)))
      return { ...record, instances };
    const isThere = found.instances.length > 0;
    return {
      ...record,
      // Without a match, the last known servers are reported as down.
      instances: isThere ? found.instances : instances,
      attachments: found.attachments ?? record.attachments,
      metricNames: [...new Set([...record.metricNames, ...found.metricNames])].toSorted(),
      ...(isThere ? { lastSeenAtMs: Math.max(record.lastSeenAtMs, atMs), missingSinceMs: null } : {}),
    };
  });
}

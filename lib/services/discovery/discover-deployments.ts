/**
 * Discovers deployments in the sources and stores them: groups engine instances into deployments, joins exporters for GPUs
 * and hosts, and matches trace services by name. If a source or the database is down, known deployments stay. New
 * deployments are cached until they can be stored.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import type { InstantSample } from "@/lib/model/grid";
import type { ExporterId } from "@/lib/model/deployment/deployment";
import { isTraceKind, type Source } from "@/lib/model/sources/source";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { getLogger } from "@/lib/server/logger";
import { findTraceSource } from "@/lib/services/sources/trace-source";
import { listConfiguredSources } from "@/lib/services/sources/source-state";
import { applyConfigFile } from "@/lib/services/deployments/config-file/apply-config-file";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { readEditedSelectorMatches } from "./edited-selector-matches";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { failingTargetsQuery } from "@/lib/semantic/status/down-instances";
import { startDiscoveryPass } from "./discovery-pass";
import { compareText, formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { createGroupPools } from "../deployments/group-pools";
import { findExporterAttachments } from "../deployments/join-exporters";
import { createNeighbourLookup, type NeighbourLookup } from "./neighbours";
import {
  createMetricNamesReader,
  readExporterTargets,
  readPresentMetrics,
  readServingGroups,
  type MetricNamesReader,
} from "./serving-groups";
import type { DiscoveredDeployment } from "./merge-discovery";
import { withDownInstances } from "./retain-instances";
import { readSilentInstances } from "./silent-targets";
import { listDeploymentWorkers } from "./stack-workers";
import { storeDeployments } from "./store-deployments";

/** Result of one run of discovery over all sources. */
export interface DiscoveryOutcome {
  readonly discoveredCount: number;
  /** False if the results could not be stored yet. */
  readonly isStored: boolean;
}

/**
 * Finds the deployments of all sources and stores them. Never throws for an unavailable source or database.
 */
export async function discoverDeployments(): Promise<DiscoveryOutcome> {
  const sources = listConfiguredSources();
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  const traces = sources.find(({ kind }) => isTraceKind(kind));
  const services =
    traces === undefined
      ? undefined
      : await resultOrUndefined(traces.slug, () => readTraceServices(traces.slug));
  const found = await Promise.all(
    metrics.map(async ({ slug }) => ({ slug, discovery: await discoverDeploymentsOfSource(slug) })),
  );
  const groups = new Map(
    found.map(
      ({ slug, discovery }) => [slug, (discovery?.deployments ?? []).map(({ group }) => group)] as const,
    ),
  );
  const edited = await readEditedSelectorMatches(getCachedDeploymentSnapshot().records, groups);
  const outcome = await storeDeployments({
    editedMatches: edited,
    deployments: found.flatMap(({ discovery }) => discovery?.deployments ?? []),
    traceServices: services,
    tracesSource: traces?.slug ?? null,
    completeSources: found.filter(({ discovery }) => discovery?.isPartial === false).map(({ slug }) => slug),
  });
  if (outcome.isStored) await applyConfigFile();
  return outcome;
}

async function readTraceServices(slug: string): Promise<readonly string[]> {
  const { reader } = await findTraceSource(slug, allSources);
  return reader.services();
}

/** Deployments that one source has now. */
export interface SourceDiscovery {
  readonly deployments: readonly DiscoveredDeployment[];
  /** True if some stores behind the source did not respond, so that deployments may be missing from the result. */
  readonly isPartial: boolean;
}

/** Finds the deployments of one source without storing them. Undefined if the source does not respond. */
export async function discoverDeploymentsOfSource(slug: string): Promise<SourceDiscovery | undefined> {
  const readable = requireReadableSource(slug, allSources);
  const pass = startDiscoveryPass(readable);
  const present = await resultOrUndefined(slug, () => readPresentMetrics(pass));
  if (present === undefined) return undefined;
  const [groups, failing, targetSamples] = await Promise.all([
    resultOrUndefined(slug, () => readServingGroups(pass, present)),
    resultOrUndefined(slug, () => pass.queryInstant(failingTargetsQuery)),
    resultOrUndefined(slug, () => readExporterTargets(pass, present)),
  ]);
  if (groups === undefined) return undefined;
  const { source } = getSourceConnection(readable);
  const { records } = getCachedDeploymentSnapshot();
  const silent = await resultOrUndefined(slug, () =>
    readSilentInstances(pass, { sourceSlug: slug, groups, records, failing: failing ?? [] }),
  );
  const neighbours = createNeighbourLookup({ sourceSlug: slug, groups, records, atMs: nowMs() });
  const readMetricNames = createMetricNamesReader(pass);
  const discovered = await Promise.all(
    groups.map((group) =>
      toDiscovered(group, { source, groups, targetSamples, neighbours, readMetricNames }),
    ),
  );
  const isPartial = pass.isPartial();
  const withDown = discovered.map((one) => {
    const instances = [
      ...withDownInstances(one, records, failing ?? []),
      ...(silent?.get(formatGroupIdentity(one.group)) ?? []),
    ].toSorted(compareText);
    const workers = listDeploymentWorkers({ ...one, instances }, records, failing ?? []);
    return { ...one, instances, workers, isPartial };
  });
  return { deployments: withDown, isPartial };
}

interface DiscoveryContext {
  readonly source: Source;
  readonly groups: readonly InstanceGroup[];
  readonly targetSamples: ReadonlyMap<ExporterId, readonly InstantSample[]> | undefined;
  readonly neighbours: NeighbourLookup;
  readonly readMetricNames: MetricNamesReader;
}

async function toDiscovered(
  group: InstanceGroup,
  { source, groups, targetSamples, neighbours, readMetricNames }: DiscoveryContext,
): Promise<Omit<DiscoveredDeployment, "isPartial">> {
  const pools = createGroupPools(group, groups);
  const selectors = pools.flatMap((pool) => pool.selectors);
  const metricNames = await resultOrUndefined(source.slug, async () => {
    const each = await Promise.all(selectors.map((selector) => readMetricNames(group, selector)));
    return [...new Set(each.flat())].toSorted();
  });
  return {
    group,
    source,
    pools,
    instances: group.instances.map(({ instance }) => instance).filter((instance) => instance !== ""),
    attachments:
      targetSamples &&
      findExporterAttachments([group], targetSamples, neighbours([formatGroupIdentity(group)])),
    metricNames: metricNames ?? [],
  };
}

/**
 * Returns the result of `read`, or undefined if the source does not respond. The source's state reports the error.
 */
async function resultOrUndefined<T>(source: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, source }, "a source could not be queried for deployments");
    return undefined;
  }
}

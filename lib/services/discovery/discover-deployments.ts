/**
 * Finds what the sources serve and writes it down: engines' instances are grouped into deployments, exporters beside them tell
 * their GPUs and hosts, trace services are matched by name. A source or a database that is down costs nothing already known:
 * what was seen stays, what is new is kept in memory until it can be written.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { ExporterId } from "@/lib/model/deployment";
import { isTraceKind, type Source } from "@/lib/model/source";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { logger } from "@/lib/server/logger";
import { traceSource } from "@/lib/services/traces/trace-source";
import { configuredSources } from "@/lib/services/sources/source-state";
import { applyConfigFile } from "@/lib/services/deployments/apply-config-file";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { readEditedMatches } from "./edited-matches";
import { cachedDeployments } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass } from "./discovery-pass";
import { identityOf, selectorsOf, type InstanceGroup } from "./instance-groups";
import { attachmentsOf } from "./join-exporters";
import { createNeighbourLookup, type NeighbourLookup } from "./neighbours";
import {
  createMetricNamesReader,
  readExporterTargets,
  readPresence,
  readServingGroups,
  type MetricNamesReader,
} from "./serving-groups";
import type { DiscoveredDeployment } from "./merge-discovery";
import { storeDeployments } from "./store-deployments";

export interface DiscoveryOutcome {
  readonly discoveredCount: number;
  /** False when what was seen could not be written yet. */
  readonly isStored: boolean;
}

/** Never throws for a source or a database that is down. */
export async function discoverDeployments(): Promise<DiscoveryOutcome> {
  const sources = configuredSources();
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  const traces = sources.find(({ kind }) => isTraceKind(kind));
  const services =
    traces === undefined
      ? undefined
      : await resultOrUndefined(traces.slug, () => readTraceServices(traces.slug));
  const found = await Promise.all(
    metrics.map(async ({ slug }) => ({ slug, discovery: await discoverSource(slug) })),
  );
  const groups = new Map(
    found.map(
      ({ slug, discovery }) => [slug, (discovery?.deployments ?? []).map(({ group }) => group)] as const,
    ),
  );
  const edited = await readEditedMatches(cachedDeployments().records, groups);
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
  const { reader } = await traceSource(slug);
  return reader.services();
}

export interface SourceDiscovery {
  readonly deployments: readonly DiscoveredDeployment[];
  /** Some of the source's stores did not answer: what was not seen may be there all the same. */
  readonly isPartial: boolean;
}

/** What the source `slug` serves now; undefined when it does not tell. Writes nothing down. */
export async function discoverSource(slug: string): Promise<SourceDiscovery | undefined> {
  const pass = startDiscoveryPass(slug);
  const present = await resultOrUndefined(slug, () => readPresence(pass));
  if (present === undefined) return undefined;
  const [groups, targetSamples] = await Promise.all([
    resultOrUndefined(slug, () => readServingGroups(pass, present)),
    resultOrUndefined(slug, () => readExporterTargets(pass, present)),
  ]);
  if (groups === undefined) return undefined;
  const { source } = connectionFor(slug);
  const { records } = cachedDeployments();
  const neighbours = createNeighbourLookup({ source: slug, groups, records, atMs: nowMs() });
  const readMetricNames = createMetricNamesReader(pass);
  const discovered = await Promise.all(
    groups.map((group) =>
      toDiscovered(group, { source, groups, targetSamples, neighbours, readMetricNames }),
    ),
  );
  const isPartial = pass.isPartial();
  return { deployments: discovered.map((one) => ({ ...one, isPartial })), isPartial };
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
  const selectors = selectorsOf(group, groups);
  const metricNames = await resultOrUndefined(source.slug, async () => {
    const each = await Promise.all(selectors.map((selector) => readMetricNames(group, selector)));
    return [...new Set(each.flat())].toSorted();
  });
  return {
    group,
    source,
    pools: [{ role: "both", selectors }],
    instances: group.instances.map(({ instance }) => instance).filter((instance) => instance !== ""),
    attachments: targetSamples && attachmentsOf([group], targetSamples, neighbours([identityOf(group)])),
    metricNames: metricNames ?? [],
  };
}

/** What `read` finds, or undefined when the source does not answer: that is the source's state to show, not ours to fail on. */
async function resultOrUndefined<T>(source: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, source }, "a source could not be asked for deployments");
    return undefined;
  }
}

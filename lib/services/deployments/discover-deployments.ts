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
import { applyConfigFile } from "@/lib/services/discovery/apply-config-file";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { readEdited } from "./edited-sightings";
import { rememberedDeployments } from "./known-deployments";
import { lookAt } from "./look-at-source";
import { identityOf, selectorsOf, type InstanceGroup } from "./instance-groups";
import { attachmentsOf } from "./join-exporters";
import { neighboursOf, type Neighbours } from "./neighbours";
import {
  createNamesReader,
  readPlaces,
  readPresence,
  readServingGroups,
  type NamesReader,
} from "./serving-groups";
import type { SeenDeployment } from "./merge-sighting";
import { storeDeployments } from "./store-deployments";

export interface Discovery {
  readonly seenCount: number;
  /** False when what was seen could not be written yet. */
  readonly isStored: boolean;
}

/** Never throws for a source or a database that is down. */
export async function discoverDeployments(): Promise<Discovery> {
  const sources = configuredSources();
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  const traces = sources.find(({ kind }) => isTraceKind(kind));
  const services =
    traces === undefined ? undefined : await tolerate(traces.slug, () => readServices(traces.slug));
  const found = await Promise.all(metrics.map(async ({ slug }) => ({ slug, told: await readSource(slug) })));
  const groups = new Map(
    found.map(({ slug, told }) => [slug, (told?.seen ?? []).map(({ group }) => group)] as const),
  );
  const edited = await readEdited(rememberedDeployments().records, groups);
  const outcome = await storeDeployments({
    edited,
    seen: found.flatMap(({ told }) => told?.seen ?? []),
    services,
    tracesSource: traces?.slug ?? null,
    answered: found.filter(({ told }) => told?.isPartial === false).map(({ slug }) => slug),
  });
  if (outcome.isStored) await applyConfigFile();
  return outcome;
}

async function readServices(slug: string): Promise<readonly string[]> {
  const { reader } = await traceSource(slug);
  return reader.services();
}

export interface SourceSighting {
  readonly seen: readonly SeenDeployment[];
  /** Some of the source's stores did not answer: what was not seen may be there all the same. */
  readonly isPartial: boolean;
}

/** What the source `slug` serves now; undefined when it does not tell. Writes nothing down. */
export async function readSource(slug: string): Promise<SourceSighting | undefined> {
  const look = lookAt(slug);
  const present = await tolerate(slug, () => readPresence(look));
  if (present === undefined) return undefined;
  const [groups, places] = await Promise.all([
    tolerate(slug, () => readServingGroups(look, present)),
    tolerate(slug, () => readPlaces(look, present)),
  ]);
  if (groups === undefined) return undefined;
  const { source } = connectionFor(slug);
  const { records } = rememberedDeployments();
  const neighbours = neighboursOf({ source: slug, groups, records, atMs: nowMs() });
  const readNames = createNamesReader(look);
  const seen = await Promise.all(
    groups.map((group) => toSeen(group, { source, groups, places, neighbours, readNames })),
  );
  const isPartial = look.isPartial();
  return { seen: seen.map((one) => ({ ...one, isPartial })), isPartial };
}

interface Surroundings {
  readonly source: Source;
  readonly groups: readonly InstanceGroup[];
  readonly places: ReadonlyMap<ExporterId, readonly InstantSample[]> | undefined;
  readonly neighbours: Neighbours;
  readonly readNames: NamesReader;
}

async function toSeen(
  group: InstanceGroup,
  { source, groups, places, neighbours, readNames }: Surroundings,
): Promise<Omit<SeenDeployment, "isPartial">> {
  const selectors = selectorsOf(group, groups);
  const metricNames = await tolerate(source.slug, async () => {
    const each = await Promise.all(selectors.map((selector) => readNames(group, selector)));
    return [...new Set(each.flat())].toSorted();
  });
  return {
    group,
    source,
    pools: [{ role: "both", selectors }],
    instances: group.instances.map(({ instance }) => instance).filter((instance) => instance !== ""),
    attachments: places && attachmentsOf([group], places, neighbours([identityOf(group)])),
    metricNames: metricNames ?? [],
  };
}

/** What `read` finds, or undefined when the source does not answer: that is the source's state to show, not ours to fail on. */
async function tolerate<T>(source: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, source }, "a source could not be asked for deployments");
    return undefined;
  }
}

/**
 * Finds what the sources serve and writes it down: engines' instances are grouped into deployments, exporters beside them tell
 * their GPUs and hosts, trace services are matched by name. A source or a database that is down costs nothing already known:
 * what was seen stays, what is new is kept in memory until it can be written.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { Attachment, ExporterId } from "@/lib/model/deployment";
import type { Source } from "@/lib/model/source";
import { exporters } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import { listServices, probeApi } from "@/lib/sources/jaeger/client";
import { configuredSources } from "@/lib/services/sources/source-state";
import { applyConfigFile } from "@/lib/services/discovery/apply-config-file";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { readEdited } from "./edited-sightings";
import { rememberedDeployments } from "./known-deployments";
import { selectorOf, type InstanceGroup } from "./instance-groups";
import { joinExporter } from "./join-exporters";
import {
  createNamesReader,
  readPlaces,
  readPresence,
  readServingGroups,
  type NamesReader,
} from "./serving-groups";
import { storeDeployments, type SeenDeployment } from "./store-deployments";

export interface Discovery {
  readonly seenCount: number;
  /** False when what was seen could not be written yet. */
  readonly isStored: boolean;
}

/** Never throws for a source or a database that is down. */
export async function discoverDeployments(): Promise<Discovery> {
  const sources = configuredSources();
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  const traces = sources.find(({ kind }) => kind === "jaeger");
  const services =
    traces === undefined ? undefined : await tolerate(traces.slug, () => readServices(traces.slug));
  const found = await Promise.all(metrics.map(async ({ slug }) => ({ slug, seen: await readSource(slug) })));
  const edited = await readEdited(rememberedDeployments().records);
  const outcome = await storeDeployments({
    edited,
    seen: found.flatMap(({ seen }) => seen ?? []),
    services,
    tracesSource: traces?.slug ?? null,
    answered: found.filter(({ seen }) => seen !== undefined).map(({ slug }) => slug),
  });
  if (outcome.isStored) await applyConfigFile();
  return outcome;
}

async function readServices(slug: string): Promise<readonly string[]> {
  const { upstream } = connectionFor(slug);
  return listServices(upstream, await probeApi(upstream));
}

/** What the source `slug` serves now; undefined when it does not tell. Writes nothing down. */
export async function readSource(slug: string): Promise<readonly SeenDeployment[] | undefined> {
  const present = await tolerate(slug, () => readPresence(slug));
  if (present === undefined) return undefined;
  const [groups, places] = await Promise.all([
    tolerate(slug, () => readServingGroups(slug, present)),
    tolerate(slug, () => readPlaces(slug, present)),
  ]);
  if (groups === undefined) return undefined;
  const { source } = connectionFor(slug);
  const readNames = createNamesReader(slug);
  return Promise.all(groups.map((group) => toSeen(group, { source, groups, places, readNames })));
}

interface Surroundings {
  readonly source: Source;
  readonly groups: readonly InstanceGroup[];
  readonly places: ReadonlyMap<ExporterId, readonly InstantSample[]> | undefined;
  readonly readNames: NamesReader;
}

async function toSeen(
  group: InstanceGroup,
  { source, groups, places, readNames }: Surroundings,
): Promise<SeenDeployment> {
  const selector = selectorOf(group, groups);
  const metricNames = await tolerate(source.slug, () => readNames(group, selector));
  return {
    group,
    source,
    pools: [{ role: "both", selectors: [selector] }],
    instances: group.instances.map(({ instance }) => instance).filter((instance) => instance !== ""),
    attachments: places && attachmentsOf(group, places),
    metricNames: metricNames ?? [],
  };
}

function attachmentsOf(
  group: InstanceGroup,
  places: ReadonlyMap<ExporterId, readonly InstantSample[]>,
): readonly Attachment[] {
  return exporters.flatMap((exporter) => {
    const selectors = joinExporter(group, exporter, places.get(exporter.id) ?? []);
    return selectors.length === 0 ? [] : [{ exporter: exporter.id, selectors }];
  });
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

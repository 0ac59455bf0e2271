/**
 * Finds what the sources serve and writes it down: one query groups vLLM's instances into deployments, side exporters tell
 * their GPUs and hosts, trace services are matched by name. A source or a database that is down costs nothing already known:
 * what was seen stays, what is new is kept in memory until it can be written.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { Source } from "@/lib/model/source";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import { listServices, probeApi } from "@/lib/sources/jaeger/client";
import { configuredSources } from "@/lib/services/sources/source-state";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { selectorOf, type InstanceGroup } from "./instance-groups";
import { gpusPromql, hostsPromql } from "./discovery-queries";
import { joinGpus, joinHosts } from "./join-hardware";
import { askNow, readServingGroups } from "./serving-groups";
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
  const seen = await Promise.all(metrics.map(({ slug }) => readSource(slug)));
  return storeDeployments({ seen: seen.flat(), services, tracesSource: traces?.slug ?? null });
}

async function readServices(slug: string): Promise<readonly string[]> {
  const { upstream } = connectionFor(slug);
  return listServices(upstream, await probeApi(upstream));
}

async function readSource(slug: string): Promise<readonly SeenDeployment[]> {
  const [groups, gpus, hosts] = await Promise.all([
    tolerate(slug, () => readServingGroups(slug)),
    tolerate(slug, () => askNow(slug, gpusPromql)),
    tolerate(slug, () => askNow(slug, hostsPromql)),
  ]);
  if (groups === undefined) return [];
  const { source } = connectionFor(slug);
  return groups.map((group) => toSeen(group, { source, groups, gpus, hosts }));
}

interface Surroundings {
  readonly source: Source;
  readonly groups: readonly InstanceGroup[];
  readonly gpus: readonly InstantSample[] | undefined;
  readonly hosts: readonly InstantSample[] | undefined;
}

function toSeen(group: InstanceGroup, { source, groups, gpus, hosts }: Surroundings): SeenDeployment {
  return {
    group,
    source,
    pools: [{ role: "both", selectors: [selectorOf(group, groups)] }],
    instances: group.instances.map(({ instance }) => instance).filter((instance) => instance !== ""),
    gpuSelectors: gpus && joinGpus(group, gpus),
    hostSelectors: hosts && joinHosts(group, hosts),
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

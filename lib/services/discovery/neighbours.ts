/**
 * Finds the other services of a source to which shared labels could refer. A gateway and its engines count as one service.
 * Merged deployments also count as one service. Services that are briefly missing are included. Pure.
 */
import { inactiveSinceMs } from "@/lib/model/deployment/deployment-review";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import {
  formatGroupIdentity,
  createGroupSelectors,
  type InstanceGroup,
  type SharedLabels,
} from "../deployments/instance-groups";
import {
  findRequestLayers,
  type LayeredDeployment,
  type RequestLayers,
} from "@/lib/services/deployments/request-layers";

/** Returns the job, namespace and cluster of all services of a source except those with these identities. */
export type NeighbourLookup = (identities: readonly string[]) => readonly SharedLabels[];

/** Current and stored services of a source, from which neighbours are looked up. */
export interface NeighbourContext {
  readonly sourceSlug: string;
  /** Current groups of the source. */
  readonly groups: readonly InstanceGroup[];
  /** Stored deployments of all sources. */
  readonly records: readonly DeploymentRecord[];
  readonly atMs: number;
}

interface Member extends LayeredDeployment {
  readonly shared: SharedLabels;
}

/**
 * Creates a lookup of the other services of a source, so that an exporter is not assigned to a deployment if it may just as
 * well belong to another service.
 */
export function createNeighbourLookup({
  sourceSlug,
  groups,
  records,
  atMs,
}: NeighbourContext): NeighbourLookup {
  const sourceRecords = records.filter(({ metricsSource }) => metricsSource === sourceSlug);
  const present = groups.map((group) => memberOf(group, groups, sourceSlug));
  const presentIds = new Set(present.map(({ id }) => id));
  const absentMembers = sourceRecords
    .filter(({ identity, managedBy }) => managedBy !== "file" && !presentIds.has(identity))
    .filter((record) => inactiveSinceMs(record, atMs) === null)
    .map(rememberedMember);
  const members = [...present, ...absentMembers];
  const holders = new Map(sourceRecords.map(({ identity, id, mergedInto }) => [identity, mergedInto ?? id]));
  const services = joinServices(
    new Map(members.map(({ id }) => [id, holders.get(id) ?? id])),
    findRequestLayers(members),
  );
  const serviceOf = (identity: string): string => services.get(identity) ?? holders.get(identity) ?? identity;
  return (identities) => {
    const excludedServices = new Set(identities.map(serviceOf));
    return members.filter(({ id }) => !excludedServices.has(serviceOf(id))).map(({ shared }) => shared);
  };
}

function memberOf(group: InstanceGroup, groups: readonly InstanceGroup[], metricsSource: string): Member {
  const { engine, model, job, namespace, cluster } = group;
  return {
    id: formatGroupIdentity(group),
    engine,
    model,
    metricsSource,
    pools: [{ role: "both", selectors: createGroupSelectors(group, groups) }],
    instances: group.instances.map(({ instance }) => instance),
    shared: { job, namespace, cluster },
  };
}

function rememberedMember(record: DeploymentRecord): Member {
  const [{ job = "", namespace = "", cluster = "" } = {}] = record.pools.flatMap(
    ({ selectors }) => selectors,
  );
  return { ...record, id: record.identity, shared: { job, namespace, cluster } };
}

/** Combines services that handle the same requests, by identity. */
function joinServices(
  services: ReadonlyMap<string, string>,
  layers: RequestLayers,
): ReadonlyMap<string, string> {
  const joined = new Map(services);
  for (const [gateway, { backendIds }] of layers) {
    for (const behind of backendIds) {
      const [from, to] = [joined.get(behind), joined.get(gateway)];
      if (from === undefined || to === undefined || from === to) continue;
      for (const [id, service] of joined) if (service === from) joined.set(id, to);
    }
  }
  return joined;
}

/**
 * Who else a label that several share could mean: the other services of a source. A gateway and the engines behind it are one
 * service, and so are deployments that a person or the file merged. One that did not answer just now is still there. Pure.
 */
import { goneSinceMs } from "@/lib/model/deployment-review";
import type { DeploymentRecord } from "./effective-deployments";
import { identityOf, selectorsOf, type InstanceGroup, type Shared } from "./instance-groups";
import { requestLayers, type Layered, type Layers } from "./request-layers";

/** What the services other than those of `identities` say of themselves. */
export type Neighbours = (identities: readonly string[]) => readonly Shared[];

export interface Neighbourhood {
  readonly source: string;
  /** What the source serves now. */
  readonly groups: readonly InstanceGroup[];
  /** What is on record, of any source. */
  readonly records: readonly DeploymentRecord[];
  readonly atMs: number;
}

interface Member extends Layered {
  readonly shared: Shared;
}

export function neighboursOf({ source, groups, records, atMs }: Neighbourhood): Neighbours {
  const own = records.filter(({ metricsSource }) => metricsSource === source);
  const present = groups.map((group) => memberOf(group, groups, source));
  const seen = new Set(present.map(({ id }) => id));
  const unseen = own
    .filter(({ identity, managedBy }) => managedBy !== "file" && !seen.has(identity))
    .filter((record) => goneSinceMs(record, atMs) === null)
    .map(rememberedMember);
  const members = [...present, ...unseen];
  const holders = new Map(own.map(({ identity, id, mergedInto }) => [identity, mergedInto ?? id]));
  const services = joinServices(
    new Map(members.map(({ id }) => [id, holders.get(id) ?? id])),
    requestLayers(members),
  );
  const serviceOf = (identity: string): string => services.get(identity) ?? holders.get(identity) ?? identity;
  return (identities) => {
    const mine = new Set(identities.map(serviceOf));
    return members.filter(({ id }) => !mine.has(serviceOf(id))).map(({ shared }) => shared);
  };
}

function memberOf(group: InstanceGroup, all: readonly InstanceGroup[], metricsSource: string): Member {
  const { engine, model, job, namespace, cluster } = group;
  return {
    id: identityOf(group),
    engine,
    model,
    metricsSource,
    pools: [{ role: "both", selectors: selectorsOf(group, all) }],
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

/** `services` by identity, with those as one that a request passes one after the other. */
function joinServices(services: ReadonlyMap<string, string>, layers: Layers): ReadonlyMap<string, string> {
  const joined = new Map(services);
  for (const [gateway, { inFrontOf }] of layers) {
    for (const behind of inFrontOf) {
      const [from, to] = [joined.get(behind), joined.get(gateway)];
      if (from === undefined || to === undefined || from === to) continue;
      for (const [id, service] of joined) if (service === from) joined.set(id, to);
    }
  }
  return joined;
}

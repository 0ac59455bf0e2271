/** Groups the serving instances of a source into deployments: those that share model, job and namespace are one. Pure. */
import type { InstantSample } from "@/lib/model/grid";
import type { EngineId, LabelSelector } from "@/lib/model/deployment";
import type { Engine } from "@/lib/engines/engine";
import { engineById } from "@/lib/engines";

export interface ServingInstance {
  readonly instance: string;
  readonly pod: string | undefined;
  readonly node: string | undefined;
  readonly hostname: string | undefined;
}

export interface InstanceGroup {
  readonly engine: EngineId;
  readonly model: string;
  /** Empty text where the label is missing, as in PromQL. */
  readonly job: string;
  readonly namespace: string;
  readonly instances: readonly ServingInstance[];
  /** Newest sample of any instance. */
  readonly lastSeenAtMs: number;
}

/** Canonical text of what tells a group from all others of its source. */
export function identityOf({
  engine,
  model,
  job,
  namespace,
}: Pick<InstanceGroup, "engine" | "model" | "job" | "namespace">): string {
  return JSON.stringify({ engine, model, job, namespace });
}

/**
 * Groups in the order of model, job, namespace. Samples are those of `instancesPromql` for `engine`: labels, and the time of the newest
 * sample in seconds as value. Series without a model name belong to nobody and are left out.
 */
export function groupInstances(engine: Engine, samples: readonly InstantSample[]): readonly InstanceGroup[] {
  const groups = new Map<
    string,
    { readonly labels: InstanceGroup; readonly members: Map<string, ServingInstance>; lastSeenAtMs: number }
  >();
  for (const { labels, value } of samples) {
    const model = labels[engine.modelLabel] ?? "";
    if (model === "") continue;
    const base = { engine: engine.id, model, job: labels["job"] ?? "", namespace: labels["namespace"] ?? "" };
    const key = identityOf(base);
    const group = groups.get(key) ?? {
      labels: { ...base, instances: [], lastSeenAtMs: 0 },
      members: new Map<string, ServingInstance>(),
      lastSeenAtMs: 0,
    };
    groups.set(key, group);
    group.lastSeenAtMs = Math.max(group.lastSeenAtMs, Math.round(value * 1_000));
    const instance = labels["instance"] ?? "";
    group.members.set(`${instance} ${labels["pod"] ?? ""}`, {
      instance,
      pod: filled(labels["pod"]),
      node: filled(labels["node"]),
      hostname: filled(labels["hostname"]),
    });
  }
  return [...groups.entries()]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, { labels, members, lastSeenAtMs }]) => ({
      ...labels,
      lastSeenAtMs,
      instances: [...members.values()].toSorted((left, right) => compareText(left.instance, right.instance)),
    }));
}

/**
 * What finds exactly this group's series. A label that the group lacks is asked for as empty only where another group of
 * the same model and job has it.
 */
export function selectorOf(group: InstanceGroup, all: readonly InstanceGroup[]): LabelSelector {
  const siblings = all.filter((other) => other !== group && other.model === group.model);
  const needsJob = group.job !== "" || siblings.some((other) => other.job !== "");
  const needsNamespace =
    group.namespace !== "" || siblings.some((other) => other.job === group.job && other.namespace !== "");
  return {
    [engineById(group.engine).modelLabel]: group.model,
    ...(needsJob ? { job: group.job } : {}),
    ...(needsNamespace ? { namespace: group.namespace } : {}),
  };
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** By code unit, the same on every machine. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

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

/** Labels that tell two Prometheus servers of a highly available pair apart, and nothing about the engine. */
export const copyLabels = ["prometheus_replica", "replica"] as const;

export interface InstanceGroup {
  readonly engine: EngineId;
  readonly model: string;
  /** Empty text where the label is missing, as in PromQL. */
  readonly job: string;
  readonly namespace: string;
  readonly cluster: string;
  /** Those of `copyLabels` under which the same instance was seen more than once. */
  readonly copies: readonly string[];
  readonly instances: readonly ServingInstance[];
  /** Newest sample of any instance. */
  readonly lastSeenAtMs: number;
}

type Identity = Pick<InstanceGroup, "engine" | "model" | "job" | "namespace" | "cluster">;

/** Canonical text of what tells a group from all others of its source. */
export function identityOf({ engine, model, job, namespace, cluster }: Identity): string {
  return JSON.stringify({ engine, model, job, namespace, ...(cluster === "" ? {} : { cluster }) });
}

interface Gathered {
  readonly labels: Identity;
  readonly members: Map<string, ServingInstance>;
  /** Per instance and copy label, the values seen. */
  readonly copies: Map<string, Set<string>>;
  lastSeenAtMs: number;
}

/**
 * Groups in the order of model, job, namespace. Samples are those of `instancesPromql` for `engine`: labels, and the time of the newest
 * sample in seconds as value. Series without the model label an engine has belong to nobody and are left out.
 */
export function groupInstances(engine: Engine, samples: readonly InstantSample[]): readonly InstanceGroup[] {
  const groups = new Map<string, Gathered>();
  for (const { labels, value } of samples) {
    const model = engine.modelLabel === null ? "" : (labels[engine.modelLabel] ?? "");
    if (model === "" && engine.modelLabel !== null) continue;
    const text = (label: string): string => labels[label] ?? "";
    const base: Identity = {
      engine: engine.id,
      model,
      job: text("job"),
      namespace: text("namespace"),
      cluster: text("cluster"),
    };
    const key = identityOf(base);
    const group = groups.get(key) ?? {
      labels: base,
      members: new Map<string, ServingInstance>(),
      copies: new Map<string, Set<string>>(),
      lastSeenAtMs: 0,
    };
    groups.set(key, group);
    group.lastSeenAtMs = Math.max(group.lastSeenAtMs, Math.round(value * 1_000));
    const member = `${text("instance")} ${text("pod")}`;
    for (const label of copyLabels) noteCopy(group.copies, `${label} ${member}`, text(label));
    group.members.set(member, {
      instance: text("instance"),
      pod: filled(labels["pod"]),
      node: filled(labels["node"]),
      hostname: filled(labels["hostname"]),
    });
  }
  return [...groups.entries()]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, { labels, members, copies, lastSeenAtMs }]) => ({
      ...labels,
      lastSeenAtMs,
      copies: copyLabels.filter((label) =>
        [...copies].some(([key, values]) => key.startsWith(`${label} `) && values.size > 1),
      ),
      instances: [...members.values()].toSorted((left, right) => compareText(left.instance, right.instance)),
    }));
}

function noteCopy(copies: Map<string, Set<string>>, key: string, value: string): void {
  const seen = copies.get(key) ?? new Set<string>();
  copies.set(key, seen.add(value));
}

/**
 * What finds exactly this group's series. A label that the group lacks is asked for as empty only where another group of
 * the same model and job has it.
 */
export function selectorOf(group: InstanceGroup, all: readonly InstanceGroup[]): LabelSelector {
  const { modelLabel } = engineById(group.engine);
  const siblings = all.filter(
    (other) => other !== group && other.engine === group.engine && other.model === group.model,
  );
  const needsJob = group.job !== "" || siblings.some((other) => other.job !== "");
  const needsNamespace =
    group.namespace !== "" || siblings.some((other) => other.job === group.job && other.namespace !== "");
  const needsCluster =
    group.cluster !== "" || siblings.some((other) => other.job === group.job && other.cluster !== "");
  return {
    ...(modelLabel === null ? {} : { [modelLabel]: group.model }),
    ...(needsJob ? { job: group.job } : {}),
    ...(needsNamespace ? { namespace: group.namespace } : {}),
    ...(needsCluster ? { cluster: group.cluster } : {}),
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

/** Groups the serving instances of a source into deployments: those that share model, job and namespace are one. Pure. */
import type { DiscoveryRemark } from "@/lib/model/discovery-remark";
import type { InstantSample } from "@/lib/model/grid";
import type { EngineId, LabelSelector } from "@/lib/model/deployment";
import type { Engine } from "@/lib/engines/engine";
import { engineById } from "@/lib/engines";
import { stackLabel, stackOf } from "@/lib/engines/dynamo/stack";

export interface ServingInstance {
  readonly instance: string;
  readonly pod: string | undefined;
  readonly node: string | undefined;
  readonly hostname: string | undefined;
}

/**
 * Labels by whose names two scrapers of a highly available pair are usually told apart. Where `up` is there too, what the copies
 * count has the last word, whatever the label's name.
 */
export const copyLabels = [
  "prometheus_replica",
  "replica",
  "__replica__",
  "prometheus_replica_id",
  "ha_replica",
  "thanos_replica",
] as const;

export interface InstanceGroup {
  readonly engine: EngineId;
  readonly model: string;
  /** Empty text where the label is missing, as in PromQL. */
  readonly job: string;
  readonly namespace: string;
  readonly cluster: string;
  /** The Dynamo stack whose worker it is; absent where nothing says so. */
  readonly stack?: string | undefined;
  /** What its series call the stack: more than one name during a roll-out. */
  readonly stackNames?: readonly string[];
  /** Those of `copyLabels` under which the same instance was seen more than once. */
  readonly observedCopyLabels: readonly string[];
  /** Labels that look like those of scrapers but tell servers of their own apart. */
  readonly distinguishingLabels?: readonly string[];
  readonly remarks?: readonly DiscoveryRemark[];
  readonly instances: readonly ServingInstance[];
  /** Newest sample of any instance. */
  readonly lastSeenAtMs: number;
}

/** What a group says of itself that exporters may say too. */
export type SharedLabels = Pick<InstanceGroup, "job" | "namespace" | "cluster">;

type Identity = Pick<InstanceGroup, "engine" | "model" | "job" | "namespace" | "cluster" | "stack">;

/** Canonical text of what tells a group from all others of its source. */
export function identityOf({ engine, model, job, namespace, cluster, stack }: Identity): string {
  const further = { ...(cluster === "" ? {} : { cluster }), ...(stack === undefined ? {} : { stack }) };
  return JSON.stringify({ engine, model, job, namespace, ...further });
}

interface GroupBuilder {
  readonly labels: Identity;
  readonly members: Map<string, ServingInstance>;
  /** Per instance and copy label, the values seen. */
  readonly observedCopyLabels: Map<string, Set<string>>;
  readonly stackNames: Set<string>;
  lastSeenAtMs: number;
}

/**
 * Groups in the order of model, job, namespace. Samples are those of `instancesPromql` for `engine`: labels, and the time of the newest
 * sample in seconds as value. Series without the model label an engine has belong to nobody and are left out.
 */
export function groupInstances(engine: Engine, samples: readonly InstantSample[]): readonly InstanceGroup[] {
  const groups = new Map<string, GroupBuilder>();
  for (const { labels, value } of samples) {
    const model = engine.modelLabel === null ? "" : (labels[engine.modelLabel] ?? "");
    if (model === "" && engine.modelLabel !== null) continue;
    const text = (label: string): string => labels[label] ?? "";
    const stackName = text(stackLabel);
    const base: Identity = {
      engine: engine.id,
      model,
      job: text("job"),
      namespace: text("namespace"),
      cluster: text("cluster"),
      ...(stackName === "" ? {} : { stack: stackOf(stackName) }),
    };
    const key = identityOf(base);
    const group = groups.get(key) ?? {
      labels: base,
      members: new Map<string, ServingInstance>(),
      observedCopyLabels: new Map<string, Set<string>>(),
      stackNames: new Set<string>(),
      lastSeenAtMs: 0,
    };
    groups.set(key, group);
    group.lastSeenAtMs = Math.max(group.lastSeenAtMs, Math.round(value * 1_000));
    if (stackName !== "") group.stackNames.add(stackName);
    const member = `${text("instance")} ${text("pod")}`;
    for (const label of copyLabels)
      recordCopyLabelValue(group.observedCopyLabels, `${label} ${member}`, text(label));
    group.members.set(member, {
      instance: text("instance"),
      pod: filled(labels["pod"]),
      node: filled(labels["node"]),
      hostname: filled(labels["hostname"]),
    });
  }
  return [...groups.entries()]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, { labels, members, observedCopyLabels, stackNames, lastSeenAtMs }]) => ({
      ...labels,
      ...(stackNames.size === 0 ? {} : { stackNames: [...stackNames].toSorted(compareText) }),
      lastSeenAtMs,
      observedCopyLabels: copyLabels.filter((label) =>
        [...observedCopyLabels].some(([key, values]) => key.startsWith(`${label} `) && values.size > 1),
      ),
      instances: [...members.values()].toSorted((left, right) => compareText(left.instance, right.instance)),
    }));
}

function recordCopyLabelValue(
  observedCopyLabels: Map<string, Set<string>>,
  key: string,
  value: string,
): void {
  const values = observedCopyLabels.get(key) ?? new Set<string>();
  observedCopyLabels.set(key, values.add(value));
}

/**
 * What finds exactly this group's series. A label that the group lacks is asked for as empty only where another group of
 * the same model and job has it.
 */
export function selectorOf(group: InstanceGroup, groups: readonly InstanceGroup[]): LabelSelector {
  const { modelLabel } = engineById(group.engine);
  const siblings = groups.filter(
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

/** As `selectorOf`, of the group's own Dynamo stack where its workers stand beside those of others: one for each of its names. */
export function selectorsOf(
  group: InstanceGroup,
  groups: readonly InstanceGroup[],
): readonly LabelSelector[] {
  const selector = selectorOf(group, groups);
  const differsOnlyInStack = (other: InstanceGroup): boolean =>
    other !== group &&
    identityOf({ ...other, stack: undefined }) === identityOf({ ...group, stack: undefined });
  if (!groups.some(differsOnlyInStack)) return [selector];
  return (group.stackNames ?? [""]).map((name) => ({ ...selector, [stackLabel]: name }));
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** By code unit, the same on every machine. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

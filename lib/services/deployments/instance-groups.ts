/** Groups the serving instances of a source into deployments by model, job and namespace. Pure. */
import type { DiscoveryRemark } from "@/lib/model/deployment/discovery-remark";
import type { StackWorker } from "@/lib/model/deployment/stack-worker";
import type { InstantSample } from "@/lib/model/grid";
import type { EngineId, LabelSelector } from "@/lib/model/deployment/deployment";
import type { Engine } from "@/lib/engines/definitions/engine";
import { engineById } from "@/lib/engines";
import { stackComponentLabel, stackNamespaceLabel, toStackName } from "@/lib/engines/dynamo/stack";

/** Scrape target that serves a model, with the names of its location. */
export interface ServingInstance {
  readonly instance: string;
  readonly pod: string | undefined;
  readonly node: string | undefined;
  readonly hostname: string | undefined;
}

/**
 * Labels that usually distinguish the two Prometheus replicas of a highly available pair. Whether two targets are copies is
 * decided by their counters. The name of the label decides only if the counters cannot.
 */
export const replicaLabelNames = [
  "prometheus_replica",
  "replica",
  "__replica__",
  "prometheus_replica_id",
  "ha_replica",
  "thanos_replica",
] as const;

/**
 * Instances of one source with equal engine, model, job, namespace, cluster and Dynamo stack. A group
 * becomes a deployment.
 */
export interface InstanceGroup {
  readonly engine: EngineId;
  readonly model: string;
  /** Value of the label `job`; empty if the label is missing, as in PromQL. The following fields are empty for the same reason. */
  readonly job: string;
  readonly namespace: string;
  readonly cluster: string;
  /** Dynamo stack of the worker. Absent if unknown. */
  readonly stack?: string | undefined;
  /** Names of the stack in its series. There are several names during a rollout. */
  readonly stackNames?: readonly string[];
  /** Dynamo components of the workers. Absent if some series do not name their component. */
  readonly components?: readonly string[];
  /** Work of all instances, by component metrics of the same targets. Absent if it is unknown, or if it differs. */
  readonly workerRole?: "prefill" | "decode";
  /**
   * Workers of the group's stack that expose no metrics of the engine: those that respond, and those of the last hour.
   * Absent if there are none, or if the stack serves several deployments.
   */
  readonly stackWorkers?: Readonly<Record<"present" | "recent", readonly StackWorker[]>>;
  /** The `replicaLabelNames` under which the same instance was found more than once. */
  readonly observedCopyLabels: readonly string[];
  /** Labels that have the name of a copy label but distinguish separate servers. */
  readonly distinguishingLabels?: readonly string[];
  readonly remarks?: readonly DiscoveryRemark[];
  readonly instances: readonly ServingInstance[];
  /** Time of the newest sample of any instance. */
  readonly lastSeenAtMs: number;
}

/** Labels that an instance group can share with exporters. */
export type SharedLabels = Pick<InstanceGroup, "job" | "namespace" | "cluster">;

type Identity = Pick<InstanceGroup, "engine" | "model" | "job" | "namespace" | "cluster" | "stack">;

/** Returns a text that identifies an instance group within its source. It is the same in each discovery. */
export function formatGroupIdentity({ engine, model, job, namespace, cluster, stack }: Identity): string {
  const further = { ...(cluster === "" ? {} : { cluster }), ...(stack === undefined ? {} : { stack }) };
  return JSON.stringify({ engine, model, job, namespace, ...further });
}

interface GroupBuilder {
  readonly labels: Identity;
  readonly members: Map<string, ServingInstance>;
  /** Observed values by instance and copy label. */
  readonly observedCopyLabels: Map<string, Set<string>>;
  readonly stackNames: Set<string>;
  /** Contains the empty text if a series does not name its component. */
  readonly components: Set<string>;
  lastSeenAtMs: number;
}

/**
 * Groups the results of `createInstancesPromql` for `engine`, whose values are sample times in seconds, by
 * model, job and namespace. Series without a required model label are ignored.
 */
export function groupInstances(engine: Engine, samples: readonly InstantSample[]): readonly InstanceGroup[] {
  const groups = new Map<string, GroupBuilder>();
  for (const { labels, value } of samples) {
    const model = engine.modelLabel === null ? "" : (labels[engine.modelLabel] ?? "");
    if (model === "" && engine.modelLabel !== null) continue;
    const text = (label: string): string => labels[label] ?? "";
    const stackNamespace = text(stackNamespaceLabel);
    const base: Identity = {
      engine: engine.id,
      model,
      job: text("job"),
      namespace: text("namespace"),
      cluster: text("cluster"),
      ...(stackNamespace === "" ? {} : { stack: toStackName(stackNamespace) }),
    };
    const key = formatGroupIdentity(base);
    const group = groups.get(key) ?? {
      labels: base,
      members: new Map<string, ServingInstance>(),
      observedCopyLabels: new Map<string, Set<string>>(),
      stackNames: new Set<string>(),
      components: new Set<string>(),
      lastSeenAtMs: 0,
    };
    groups.set(key, group);
    group.lastSeenAtMs = Math.max(group.lastSeenAtMs, Math.round(value * 1_000));
    if (stackNamespace !== "") group.stackNames.add(stackNamespace);
    group.components.add(text(stackComponentLabel));
    const member = `${text("instance")} ${text("pod")}`;
    for (const label of replicaLabelNames)
      recordCopyLabelValue(group.observedCopyLabels, `${label} ${member}`, text(label));
    group.members.set(member, {
      instance: text("instance"),
      pod: undefinedIfEmpty(labels["pod"]),
      node: undefinedIfEmpty(labels["node"]),
      hostname: undefinedIfEmpty(labels["hostname"]),
    });
  }
  return [...groups.entries()]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, { labels, members, observedCopyLabels, stackNames, components, lastSeenAtMs }]) => ({
      ...labels,
      ...(stackNames.size === 0 ? {} : { stackNames: [...stackNames].toSorted(compareText) }),
      ...(components.has("") ? {} : { components: [...components].toSorted(compareText) }),
      lastSeenAtMs,
      observedCopyLabels: replicaLabelNames.filter((label) =>
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
 * Creates the selector that matches exactly this group. A missing label is matched as empty only if another
 * group of the same model and job has a value for it.
 */
export function createGroupSelector(group: InstanceGroup, groups: readonly InstanceGroup[]): LabelSelector {
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

/**
 * Creates the selectors of a group. If several Dynamo stacks have the same other labels, there is one selector per name of
 * the stack; otherwise there is only one selector.
 */
export function createGroupSelectors(
  group: InstanceGroup,
  groups: readonly InstanceGroup[],
): readonly LabelSelector[] {
  const selector = createGroupSelector(group, groups);
  const differsOnlyInStack = (other: InstanceGroup): boolean =>
    other !== group &&
    formatGroupIdentity({ ...other, stack: undefined }) ===
      formatGroupIdentity({ ...group, stack: undefined });
  if (!groups.some(differsOnlyInStack)) return [selector];
  return (group.stackNames ?? [""]).map((name) => ({ ...selector, [stackNamespaceLabel]: name }));
}

function undefinedIfEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Compares texts by code unit for sorting, so that the order is the same on every machine. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

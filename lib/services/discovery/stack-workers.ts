/**
 * Finds the workers of a Dynamo stack that expose no metrics of the engine, such as prefill workers. Their component
 * metrics name the stack, so that they belong to the deployment that the stack serves. Pure.
 */
import { engineById } from "@/lib/engines";
import {
  findComponentRole,
  stackComponentLabel,
  stackNamespaceLabel,
  toStackName,
} from "@/lib/engines/dynamo/stack";
import { findWorkersAmong, joinWorkers, type StackWorker } from "@/lib/model/deployment/stack-worker";
import type { InstantSample } from "@/lib/model/grid";
import type { DiscoveredDeployment } from "./merge-discovery";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { formatDeploymentKey } from "@/lib/services/deployments/known-deployments";
import { formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { formatTargetKey } from "./duplicate-targets";

interface FoundDeployment extends Pick<DiscoveredDeployment, "group" | "instances"> {
  readonly source: Pick<DiscoveredDeployment["source"], "slug">;
}

type WorkerSamples = Readonly<Record<"present" | "recent", readonly InstantSample[]>>;

/**
 * Adds to each group the workers of its stack that have no engine metrics. `present` are samples of the component metrics
 * now, `recent` those of the last hour, which include the workers that are down. A stack that serves several groups adds
 * its workers to none of them, because no label names the model of such a worker.
 */
export function addStackWorkers(
  groups: readonly InstanceGroup[],
  { present, recent }: WorkerSamples,
): readonly InstanceGroup[] {
  const stackByTarget = new Map(
    recent.map((sample) => [formatTargetKey(sample.labels), formatStack(sample)]),
  );
  const servingTargets = new Set(groups.flatMap(listTargetKeys));
  const idle = (samples: readonly InstantSample[]): ReadonlyMap<string, readonly StackWorker[]> =>
    new Map(
      [
        ...Map.groupBy(
          samples.filter(({ labels }) => !servingTargets.has(formatTargetKey(labels))),
          formatStack,
        ),
      ].map(([stack, same]) => [stack, listWorkers(same, recent)]),
    );
  const workersByStack = { present: idle(present), recent: idle(recent) };
  const stacksOf = (group: InstanceGroup): readonly string[] =>
    engineById(group.engine).role === "gateway"
      ? []
      : [...new Set(listTargetKeys(group).flatMap((target) => stackByTarget.get(target) ?? []))];
  const groupCounts = Map.groupBy(groups.flatMap(stacksOf), (stack) => stack);
  return groups.map((group) => {
    const stacks = stacksOf(group).filter((stack) => groupCounts.get(stack)?.length === 1);
    const found = (from: ReadonlyMap<string, readonly StackWorker[]>): readonly StackWorker[] =>
      stacks.flatMap((stack) => from.get(stack) ?? []);
    const stackWorkers = { present: found(workersByStack.present), recent: found(workersByStack.recent) };
    return stackWorkers.recent.length === 0 ? group : { ...group, stackWorkers };
  });
}

/**
 * Returns the workers of a deployment: those that respond, and those that are down while service discovery lists their
 * targets. Sorted. An instance with engine metrics is no worker, also while it is down. `failing` are the targets of the source whose last scrape failed.
 */
export function listDeploymentWorkers(
  { group, source, instances }: FoundDeployment,
  records: readonly DeploymentRecord[],
  failing: readonly InstantSample[],
): readonly StackWorker[] {
  const key = formatDeploymentKey({ metricsSource: source.slug, identity: formatGroupIdentity(group) });
  const known = records.find((one) => formatDeploymentKey(one) === key)?.workers ?? [];
  const { present = [], recent = [] } = group.stackWorkers ?? {};
  const workers = [...present, ...findWorkersAmong([...recent, ...known], failing)].filter(
    ({ instance }) => !instances.includes(instance),
  );
  return joinWorkers(workers);
}

/** Returns the workers among samples of one stack whose component prefills or decodes. */
function listWorkers(
  samples: readonly InstantSample[],
  recent: readonly InstantSample[],
): readonly StackWorker[] {
  const [first] = samples;
  if (first === undefined || (first.labels[stackNamespaceLabel] ?? "") === "") return [];
  const stack = formatStack(first);
  const components = recent.filter((one) => formatStack(one) === stack).map(componentNamed);
  return joinWorkers(
    samples
      .filter((sample) => findComponentRole(componentNamed(sample), components) !== "both")
      .map(({ labels }) => ({ job: labels["job"] ?? "", instance: labels["instance"] ?? "" }))
      .filter(({ instance }) => instance !== ""),
  );
}

const componentNamed = ({ labels }: InstantSample): string => labels[stackComponentLabel] ?? "";

/** Returns a text that identifies the stack of a worker, with its location. */
function formatStack({ labels }: InstantSample): string {
  const { namespace = "", cluster = "" } = labels;
  return JSON.stringify([namespace, cluster, toStackName(labels[stackNamespaceLabel] ?? "")]);
}

function listTargetKeys({ job, namespace, cluster, instances }: InstanceGroup): readonly string[] {
  return instances.map(({ instance, pod = "" }) =>
    formatTargetKey({ job, namespace, cluster, instance, pod }),
  );
}

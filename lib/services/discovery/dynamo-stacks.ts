/**
 * Handles Dynamo series without a stack label: frontends, and workers of engines without Dynamo labels. If other series of
 * the source name several stacks, the values of these stacks cannot be separated, and a remark states this. Pure.
 */
import {
  findComponentRole,
  stackComponentLabel,
  stackNamespaceLabel,
  toStackName,
} from "@/lib/engines/dynamo/stack";
import type { MixedStacks } from "@/lib/model/deployment/discovery-remark";
import type { LabelSelector, Pool } from "@/lib/model/deployment/deployment";
import type { InstantSample } from "@/lib/model/grid";
import { formatTargetKey } from "./duplicate-targets";
import { compareText, type InstanceGroup } from "../deployments/instance-groups";
import { shortenModelName } from "../deployments/name-deployments";

/**
 * Adds a remark to groups that contain several Dynamo stacks. `workerSamples` are samples of the Dynamo
 * worker metrics.
 */
export function addStackRemarks(
  groups: readonly InstanceGroup[],
  workerSamples: readonly InstantSample[],
): readonly InstanceGroup[] {
  const byTarget = Map.groupBy(workerSamples, ({ labels }) => formatTargetKey(labels));
  const stacksInside = (group: InstanceGroup): readonly string[] =>
    group.stack === undefined
      ? group.instances.flatMap(({ instance, pod = "" }) =>
          (byTarget.get(formatTargetKey({ ...scopeLabels(group), instance, pod })) ?? []).map(stackNamed),
        )
      : [group.stack];
  const groupStacks = groups.map((group) => ({ group, stacks: stacksInside(group) }));
  return groups.map((group) => {
    if (group.stack !== undefined) return group;
    const servedGroups =
      group.engine === "dynamo" ? groupStacks.filter((one) => isServedBy(group, one.group)) : [];
    const ownGroup = groupStacks.filter((one) => one.group === group);
    const stacks = [...new Set([...ownGroup, ...servedGroups].flatMap((one) => one.stacks))].filter(
      (stack) => stack !== "",
    );
    if (stacks.length < 2) return group;
    const remark: MixedStacks = {
      kind: "mixed-stacks",
      stacks: stacks.toSorted(compareText),
      part: group.engine === "dynamo" ? "frontends" : "workers",
    };
    return { ...group, remarks: [...(group.remarks ?? []), remark] };
  });
}

/**
 * Adds the work of the workers to groups whose engine metrics do not name a component. The component metrics of the same
 * targets name it. Without a separate prefill worker in the stack, a worker does both.
 */
export function addWorkerRoles(
  groups: readonly InstanceGroup[],
  workerSamples: readonly InstantSample[],
): readonly InstanceGroup[] {
  const byTarget = Map.groupBy(workerSamples, ({ labels }) => formatTargetKey(labels));
  const byStack = Map.groupBy(workerSamples, stackNamed);
  const roleOf = (sample: InstantSample): string =>
    findComponentRole(componentNamed(sample), (byStack.get(stackNamed(sample)) ?? []).map(componentNamed));
  return groups.map((group) => {
    if (group.components !== undefined) return group;
    const roles = group.instances.map(({ instance, pod = "" }) => {
      const samples = byTarget.get(formatTargetKey({ ...scopeLabels(group), instance, pod })) ?? [];
      return [...new Set(samples.map(roleOf))];
    });
    const [first, ...otherRoles] = [...new Set(roles.flat())];
    const isEveryRoleKnown = roles.every((each) => each.length === 1) && otherRoles.length === 0;
    return isEveryRoleKnown && (first === "prefill" || first === "decode")
      ? { ...group, workerRole: first }
      : group;
  });
}

const componentNamed = ({ labels }: InstantSample): string => labels[stackComponentLabel] ?? "";

/** Maximum number of former names. It is enough for a month of weekly rollouts and a rollout in progress. */
const maxNames = 6;

/**
 * Adds former Dynamo stack names to the selectors of `pools`, because a time window may begin before a
 * rollout.
 */
export function addFormerStackNames(pools: readonly Pool[], previousPools: readonly Pool[]): readonly Pool[] {
  return pools.map(({ role, selectors }) => {
    const stacks = new Set(selectors.map(stackIn).filter((stack) => stack !== ""));
    const names = new Set(selectors.map((one) => one[stackNamespaceLabel]));
    const former = previousPools
      .flatMap((pool) => pool.selectors)
      .filter((one) => stacks.has(stackIn(one)) && !names.has(one[stackNamespaceLabel]));
    return { role, selectors: [...selectors, ...former.slice(0, Math.max(0, maxNames - selectors.length))] };
  });
}

function stackIn(selector: LabelSelector): string {
  return toStackName(selector[stackNamespaceLabel] ?? "");
}

function stackNamed({ labels }: InstantSample): string {
  return toStackName(labels[stackNamespaceLabel] ?? "");
}

function scopeLabels({ job, namespace, cluster }: InstanceGroup) {
  return { job, namespace, cluster };
}

function isServedBy(frontend: InstanceGroup, worker: InstanceGroup): boolean {
  const isSame = (name: "namespace" | "cluster"): boolean => frontend[name] === worker[name];
  const model = ({ model }: InstanceGroup): string => shortenModelName(model).toLowerCase();
  return model(frontend) === model(worker) && isSame("namespace") && isSame("cluster");
}

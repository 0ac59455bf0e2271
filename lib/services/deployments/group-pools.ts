/** Creates the pools of a discovered deployment. Labels of Dynamo workers name their role. Pure. */
import { findComponentRole, stackComponentLabel } from "@/lib/engines/dynamo/stack";
import type { Pool } from "@/lib/model/deployment/deployment";
import { createGroupSelectors, type InstanceGroup } from "./instance-groups";

/**
 * Returns one pool per role of the group's workers. There is only one pool, for both roles, if the labels do not name the
 * components.
 */
export function createGroupPools(group: InstanceGroup, groups: readonly InstanceGroup[]): readonly Pool[] {
  const selectors = createGroupSelectors(group, groups);
  const { components = [] } = group;
  const stackComponents = groups
    .filter((other) => isSameStack(group, other))
    .flatMap((other) => other.components ?? []);
  const byRole = Map.groupBy(components, (component) => findComponentRole(component, stackComponents));
  const [role = "both"] = byRole.keys();
  if (byRole.size < 2) return [{ role: group.workerRole ?? role, selectors }];
  return [...byRole].map(([each, named]) => ({
    role: each,
    selectors: selectors.flatMap((one) =>
      named.map((component) => ({ ...one, [stackComponentLabel]: component })),
    ),
  }));
}

/** Returns whether two groups are workers of one stack and model. Their jobs may differ. */
function isSameStack(group: InstanceGroup, other: InstanceGroup): boolean {
  return (["engine", "model", "stack", "namespace", "cluster"] as const).every(
    (name) => group[name] === other[name],
  );
}

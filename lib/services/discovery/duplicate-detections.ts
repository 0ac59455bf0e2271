/** Removes duplicate detections of servers that expose metrics of two engines. Pure. */
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { InstanceGroup, ServingInstance } from "../deployments/instance-groups";

/**
 * Removes instances that were also detected as an engine of higher precedence, and groups without other
 * instances.
 */
export function removeDuplicateDetections(groups: readonly InstanceGroup[]): readonly InstanceGroup[] {
  const membersOfEngine = (engine: EngineId): ReadonlySet<string> =>
    new Set(groups.filter((group) => group.engine === engine).flatMap(membersOf));
  return groups.flatMap((group) => {
    const stronger = (engineById(group.engine).lowerPrecedenceThan ?? []).map(membersOfEngine);
    const instances = group.instances.filter((one) => {
      const key = memberKey(group, one);
      return !stronger.some((members) => members.has(key));
    });
    if (instances.length === group.instances.length) return [group];
    return instances.length === 0 ? [] : [{ ...group, instances }];
  });
}

function membersOf(group: InstanceGroup): readonly string[] {
  return group.instances.map((one) => memberKey(group, one));
}

function memberKey({ job, namespace, cluster }: InstanceGroup, { instance, pod }: ServingInstance): string {
  return JSON.stringify([job, namespace, cluster, instance, pod ?? ""]);
}

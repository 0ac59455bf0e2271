/**
 * Whether a gateway and what serves the same model belong together, by what their labels and addresses say of where they run. Two
 * stacks of one model side by side each have a gateway of their own. Pure.
 */
import { stackLabel, stackOf } from "@/lib/engines/dynamo/stack";
import type { Deployment } from "@/lib/model/deployment";
import { machineOf } from "../discovery/join-exporters";

export type LocatedDeployment = Pick<Deployment, "pools"> & { readonly instances: readonly string[] };

export type LocationMatch = "same" | "apart" | "unknown";

/** Same: one namespace, or one machine. Apart: both name a namespace, cluster or Dynamo stack, and none is the same. */
export function compareLocations(one: LocatedDeployment, other: LocatedDeployment): LocationMatch {
  const labels = (name: string) => [valuesOf(one, name), valuesOf(other, name)] as const;
  const stacks = compareValues(stacksOf(one), stacksOf(other));
  const [clusters, namespaces] = [compareValues(...labels("cluster")), compareValues(...labels("namespace"))];
  if ([clusters, namespaces, stacks].includes("apart")) return "apart";
  if (namespaces === "same") return "same";
  // A gateway may well run on another machine than its engines.
  return compareValues(machinesOf(one), machinesOf(other)) === "same" ? "same" : "unknown";
}

function compareValues(left: readonly string[], right: readonly string[]): LocationMatch {
  if (left.length === 0 || right.length === 0) return "unknown";
  return left.some((value) => right.includes(value)) ? "same" : "apart";
}

function valuesOf({ pools }: LocatedDeployment, label: string): readonly string[] {
  return pools
    .flatMap(({ selectors }) => selectors.map((one) => one[label] ?? ""))
    .filter((value) => value !== "");
}

function stacksOf(one: LocatedDeployment): readonly string[] {
  return valuesOf(one, stackLabel).map(stackOf);
}

function machinesOf({ instances }: LocatedDeployment): readonly string[] {
  return instances.flatMap((instance) => machineOf(instance) ?? []);
}

/**
 * Decides whether a gateway and an engine of the same model belong together, from their labels and addresses. Two
 * stacks of one model usually have separate gateways. Pure.
 */
import { stackNamespaceLabel, toStackName } from "@/lib/engines/dynamo/stack";
import type { Deployment } from "@/lib/model/deployment/deployment";
import { extractMachineHost } from "./join-exporters";

/** Deployment with the labels and instances that show where it runs. */
export type LocatedDeployment = Pick<Deployment, "pools"> & { readonly instances: readonly string[] };

/** Whether two deployments run in one location: "same", "apart", or "unknown" if labels are missing. */
export type LocationMatch = "same" | "apart" | "unknown";

/**
 * Compares where two deployments run. "same": both run in one namespace or on one machine. "apart": both have a
 * namespace, cluster or Dynamo stack, but the values differ.
 */
export function compareLocations(one: LocatedDeployment, other: LocatedDeployment): LocationMatch {
  const labels = (name: string) => [valuesOf(one, name), valuesOf(other, name)] as const;
  const stacks = compareValues(stacksOf(one), stacksOf(other));
  const [clusters, namespaces] = [compareValues(...labels("cluster")), compareValues(...labels("namespace"))];
  if ([clusters, namespaces, stacks].includes("apart")) return "apart";
  if (namespaces === "same") return "same";
  // A gateway often runs on a different machine than its engines, so different machines prove nothing.
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
  return valuesOf(one, stackNamespaceLabel).map(toStackName);
}

function machinesOf({ instances }: LocatedDeployment): readonly string[] {
  return instances.flatMap((instance) => extractMachineHost(instance) ?? []);
}

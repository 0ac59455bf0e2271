/**
 * Lists the targets of an exporter and how they relate to a deployment: joined, possible, or unrelated. Discovery
 * joins only what labels prove. The operator decides the rest. Pure.
 */
import { engineById } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import type { LabelSelector } from "@/lib/model/deployment/deployment";
import type { InstanceGroup, ServingInstance } from "../deployments/instance-groups";
import { extractMachineHost, pickSharedLabels } from "../deployments/join-exporters";

type Labels = Readonly<Record<string, string>>;

/**
 * Creates the selector of one exporter target from its pod. Without a pod, from its host; without both, from its scrape
 * labels. Undefined without identifying labels.
 */
export function createTargetSelector(
  { joinLabels }: Pick<Exporter, "joinLabels">,
  targetLabels: Labels,
): LabelSelector | undefined {
  const { pod = [], host = [], sharedLabels = [], locationLabel, serviceLabel } = joinLabels;
  const podLabels = pod.find(([name]) => isFilled(targetLabels[name]));
  if (podLabels !== undefined) return pickLabels(targetLabels, podLabels);
  const machine = locationLabel ?? host.find((name) => isFilled(targetLabels[name]));
  const named = machine === undefined ? undefined : pickLabels(targetLabels, [machine]);
  if (named !== undefined) return named;
  return pickLabels(targetLabels, [
    ...new Set([...sharedLabels, ...(serviceLabel === undefined ? [] : [serviceLabel]), "instance"]),
  ]);
}

/**
 * Returns false if labels prove that an exporter target does not run where the group runs: both have names of pods, hosts
 * or namespaces, and no name is equal. Addresses prove nothing, because a pod and its host have different addresses.
 */
export function canBelongToGroup(
  group: InstanceGroup,
  { joinLabels, family }: Pick<Exporter, "joinLabels" | "family">,
  targetLabels: Labels,
): boolean {
  if (family === "training" && engineById(group.engine).role !== "training") return false;
  const { pod = [], host = [], sharedLabels: joinedBy = [] } = joinLabels;
  const groupLabels = pickSharedLabels(group);
  const isElsewhere = joinedBy.some(
    (name) =>
      isFilled(groupLabels[name]) && isFilled(targetLabels[name]) && groupLabels[name] !== targetLabels[name],
  );
  if (isElsewhere) return false;
  const pods = pod.flatMap(([name]) => listIfFilled(targetLabels[name]));
  // The host of a database does not identify its clients.
  const hostLabels = host.length === 0 ? [] : [...host, "instance"];
  const machines = hostLabels
    .map((name) => (name === "instance" ? extractMachineHost(targetLabels[name] ?? "") : targetLabels[name]))
    .flatMap(nameOnly);
  return (
    group.instances.length === 0 ||
    group.instances.some(
      (one) =>
        couldBe(listIfFilled(one.pod), pods) &&
        couldBe(machinesOf(one).map(shortName), machines.map(shortName)),
    )
  );
}

function machinesOf({ node, hostname, instance }: ServingInstance): readonly string[] {
  return [node, hostname, extractMachineHost(instance)].flatMap(nameOnly);
}

function couldBe(groupNames: readonly string[], targetNames: readonly string[]): boolean {
  return (
    groupNames.length === 0 ||
    targetNames.length === 0 ||
    groupNames.some((name) => targetNames.includes(name))
  );
}

function pickLabels(labels: Labels, names: readonly string[]): LabelSelector | undefined {
  const found = names.flatMap((name) => {
    const value = labels[name] ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text !== "";
}

function listIfFilled(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

/** Returns the host name, or nothing for an IP address. */
function nameOnly(text: string | undefined): readonly string[] {
  return listIfFilled(text).filter((name) => !/^[\d.]+$|^\[/.test(name));
}

/** Returns the part of a host name before the first dot, because one side may have a fully qualified name and the other a short name. */
function shortName(name: string): string {
  return name.split(".")[0]?.toLowerCase() ?? name;
}

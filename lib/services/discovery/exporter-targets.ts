/**
 * What an exporter tells of, place by place, and how each stands to a deployment: joined to it, possibly its own, or somebody
 * else's. Discovery joins only what labels prove; the rest is for a person to say. Pure.
 */
import { engineById } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/exporter";
import type { LabelSelector } from "@/lib/model/deployment";
import type { InstanceGroup, ServingInstance } from "./instance-groups";
import { machineOf, sharedLabels } from "./join-exporters";

type Labels = Readonly<Record<string, string>>;

/** What finds one place alone: its pod, else its machine, else what it is scraped as. Undefined where it says nothing of itself. */
export function targetSelector(
  { joinLabels }: Pick<Exporter, "joinLabels">,
  labels: Labels,
): LabelSelector | undefined {
  const { pod = [], host = [], shared = [], seriesLabel, distinguishedBy } = joinLabels;
  const podLabels = pod.find(([name]) => isFilled(labels[name]));
  if (podLabels !== undefined) return pick(labels, podLabels);
  const machine = seriesLabel ?? host.find((name) => isFilled(labels[name]));
  const named = machine === undefined ? undefined : pick(labels, [machine]);
  if (named !== undefined) return named;
  return pick(labels, [
    ...new Set([...shared, ...(distinguishedBy === undefined ? [] : [distinguishedBy]), "instance"]),
  ]);
}

/**
 * False when labels say that the place is somebody else's: both name pods, machines or namespaces, and none is the same.
 * Addresses prove nothing, since a pod's is not its machine's.
 */
export function couldJoin(
  group: InstanceGroup,
  { joinLabels, family }: Pick<Exporter, "joinLabels" | "family">,
  labels: Labels,
): boolean {
  if (family === "training" && engineById(group.engine).role !== "training") return false;
  const { pod = [], host = [], shared = [] } = joinLabels;
  const groupLabels = sharedLabels(group);
  const isElsewhere = shared.some(
    (name) => isFilled(groupLabels[name]) && isFilled(labels[name]) && groupLabels[name] !== labels[name],
  );
  if (isElsewhere) return false;
  const pods = pod.flatMap(([name]) => filled(labels[name]));
  // A database's own machine says nothing of who asks it.
  const hostLabels = host.length === 0 ? [] : [...host, "instance"];
  const machines = hostLabels
    .map((name) => (name === "instance" ? machineOf(labels[name] ?? "") : labels[name]))
    .flatMap(nameOnly);
  return (
    group.instances.length === 0 ||
    group.instances.some(
      (one) =>
        couldBe(filled(one.pod), pods) && couldBe(machinesOf(one).map(shortName), machines.map(shortName)),
    )
  );
}

function machinesOf({ node, hostname, instance }: ServingInstance): readonly string[] {
  return [node, hostname, machineOf(instance)].flatMap(nameOnly);
}

function couldBe(groupNames: readonly string[], targetNames: readonly string[]): boolean {
  return (
    groupNames.length === 0 ||
    targetNames.length === 0 ||
    groupNames.some((name) => targetNames.includes(name))
  );
}

function pick(labels: Labels, names: readonly string[]): LabelSelector | undefined {
  const found = names.flatMap((name) => {
    const value = labels[name] ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text !== "";
}

function filled(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

/** The name of a machine; an address is none. */
function nameOnly(text: string | undefined): readonly string[] {
  return filled(text).filter((name) => !/^[\d.]+$|^\[/.test(name));
}

/** One side may say the domain where the other does not. */
function shortName(name: string): string {
  return name.split(".")[0]?.toLowerCase() ?? name;
}

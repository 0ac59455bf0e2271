/**
 * Which of an exporter's machines, pods or databases belong to a group of instances, by what both sides say about themselves:
 * the pod, else the node or host name, else the host part of the scrape address, else a label both share. Loopback addresses
 * say nothing about a machine and join nothing. Pure.
 */
import { engineById } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/exporter";
import type { InstantSample } from "@/lib/model/grid";
import type { LabelSelector } from "@/lib/model/deployment";
import { compareText, type InstanceGroup, type ServingInstance } from "./instance-groups";

type Labels = Readonly<Record<string, string>>;
type Places = Exporter["places"];

/** Selectors into the exporter's series, none when nothing joins. `samples` are those of `placesPromql`. */
export function joinExporter(
  group: InstanceGroup,
  { places, family }: Pick<Exporter, "places" | "family">,
  samples: readonly InstantSample[],
): readonly LabelSelector[] {
  // A cluster that serves and trains under one scrape job would show the training of one on the other.
  if (family === "training" && engineById(group.engine).role !== "training") return [];
  const joined = group.instances.flatMap((instance) => {
    const byPod = samples.flatMap(({ labels }) => podSelector(instance, group.namespace, labels, places));
    return byPod.length > 0 ? byPod : samples.flatMap(({ labels }) => hostSelector(instance, labels, places));
  });
  return distinct(
    joined.length > 0 ? joined : samples.flatMap(({ labels }) => sharedSelector(group, labels, places)),
  );
}

function podSelector(
  instance: ServingInstance,
  namespace: string,
  labels: Labels,
  { pod = [] }: Places,
): readonly LabelSelector[] {
  if (instance.pod === undefined) return [];
  for (const [podLabel, namespaceLabel] of pod) {
    if (labels[podLabel] !== instance.pod) continue;
    const told = labels[namespaceLabel] ?? "";
    // The same pod name in another namespace is another pod.
    if (told !== "" && namespace !== "" && told !== namespace) continue;
    return [{ [podLabel]: instance.pod, ...(told === "" ? {} : { [namespaceLabel]: told }) }];
  }
  return [];
}

function hostSelector(
  instance: ServingInstance,
  labels: Labels,
  { host = [], seriesLabel }: Places,
): readonly LabelSelector[] {
  if (host.length === 0) return [];
  const wanted = [instance.node, instance.hostname, machineOf(instance.instance)].filter(
    (name) => name !== undefined,
  );
  const address = labels["instance"];
  const machine = address === undefined ? undefined : machineOf(address);
  const named = host.find((name) => labels[name] !== "" && wanted.includes(labels[name] ?? ""));
  const selectingLabel = seriesLabel ?? named ?? "instance";
  const value = labels[selectingLabel] ?? "";
  const isJoined = named !== undefined || (machine !== undefined && wanted.includes(machine));
  return isJoined && value !== "" ? [{ [selectingLabel]: value }] : [];
}

function sharedSelector(
  group: InstanceGroup,
  labels: Labels,
  { shared = [] }: Places,
): readonly LabelSelector[] {
  const own: Labels = { job: group.job, namespace: group.namespace, cluster: group.cluster };
  const told = shared.filter((name) => (own[name] ?? "") !== "" && (labels[name] ?? "") !== "");
  // The same job in another namespace is another job.
  if (told.length === 0 || told.some((name) => own[name] !== labels[name])) return [];
  return [Object.fromEntries(told.map((name) => [name, own[name] ?? ""]))];
}

/** The host of "host:port"; undefined for loopback, which every machine has. */
function machineOf(address: string): string | undefined {
  const host = /^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(address)?.[1];
  return host === undefined || /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(host) ? undefined : host;
}

function distinct(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
  const byText = new Map(
    selectors.map((selector) => [
      JSON.stringify(Object.entries(selector).toSorted(([a], [b]) => compareText(a, b))),
      selector,
    ]),
  );
  return [...byText.entries()]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, selector]) => selector);
}

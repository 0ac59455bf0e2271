/**
 * Which GPUs and hosts a group of instances runs on, by what both sides say about themselves: the pod, else the node or host
 * name, else the host part of the scrape address. Loopback addresses say nothing about a machine and join nothing. Pure.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { LabelSelector } from "@/lib/model/deployment";
import { compareText, type InstanceGroup, type ServingInstance } from "./instance-groups";

type Labels = Readonly<Record<string, string>>;

const gpuHostLabels = ["node", "hostname", "Hostname"] as const;
const hostLabels = ["nodename", "node", "hostname"] as const;
const podLabels = [
  ["pod", "namespace"],
  ["exported_pod", "exported_namespace"],
] as const;

/** Selectors into the GPU exporter's series, none when nothing joins. `gpus` are the samples of `gpusPromql`. */
export function joinGpus(group: InstanceGroup, gpus: readonly InstantSample[]): readonly LabelSelector[] {
  return distinct(
    group.instances.flatMap((instance) => {
      const byPod = gpus.flatMap(({ labels }) => podSelector(instance, group.namespace, labels));
      return byPod.length > 0
        ? byPod
        : gpus.flatMap(({ labels }) => hostSelector(instance, labels, gpuHostLabels));
    }),
  );
}

/** Selectors into the host exporter's series, by its scrape address: only `node_uname_info` carries the host's name. */
export function joinHosts(group: InstanceGroup, hosts: readonly InstantSample[]): readonly LabelSelector[] {
  return distinct(
    group.instances.flatMap((instance) =>
      hosts.flatMap(({ labels }) => {
        const address = labels["instance"] ?? "";
        return address !== "" && hostSelector(instance, labels, hostLabels).length > 0
          ? [{ instance: address }]
          : [];
      }),
    ),
  );
}

function podSelector(instance: ServingInstance, namespace: string, labels: Labels): readonly LabelSelector[] {
  if (instance.pod === undefined) return [];
  for (const [podLabel, namespaceLabel] of podLabels) {
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
  names: readonly string[],
): readonly LabelSelector[] {
  const wanted = [instance.node, instance.hostname, machineOf(instance.instance)].filter(
    (name) => name !== undefined,
  );
  for (const name of names) {
    const value = labels[name];
    if (value !== undefined && value !== "" && wanted.includes(value)) return [{ [name]: value }];
  }
  const address = labels["instance"];
  const machine = address === undefined ? undefined : machineOf(address);
  return address !== undefined && machine !== undefined && wanted.includes(machine)
    ? [{ instance: address }]
    : [];
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

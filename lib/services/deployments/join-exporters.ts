/**
 * Which of an exporter's machines, pods or databases belong to a group of instances, by what both sides say about themselves:
 * the pod, else the node or host name, else the host part of the scrape address, else a label both share. Loopback addresses
 * say nothing about a machine and join nothing. Pure.
 */
import { engineById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/exporter";
import type { InstantSample } from "@/lib/model/grid";
import type { Attachment, ExporterId, LabelSelector } from "@/lib/model/deployment";
import { compareText, type InstanceGroup, type ServingInstance, type Shared } from "./instance-groups";

type Labels = Readonly<Record<string, string>>;
type Places = Exporter["places"];

/**
 * Everything that exporters tell of `groups`, which are one deployment's; `places` are the samples of `placesPromql` by exporter,
 * `others` the services beside it.
 */
export function attachmentsOf(
  groups: readonly InstanceGroup[],
  places: ReadonlyMap<ExporterId, readonly InstantSample[]>,
  others: readonly Shared[],
): readonly Attachment[] {
  return exporters.flatMap((exporter) => {
    const samples = places.get(exporter.id) ?? [];
    const selectors = distinctSelectors(
      groups.flatMap((group) => joinExporter(group, exporter, samples, others)),
    );
    return selectors.length === 0 ? [] : [{ exporter: exporter.id, selectors }];
  });
}

/** Selectors into the exporter's series, none when nothing joins. `samples` are those of `placesPromql`. */
export function joinExporter(
  group: InstanceGroup,
  { places, family }: Pick<Exporter, "places" | "family">,
  samples: readonly InstantSample[],
  others: readonly Shared[] = [],
): readonly LabelSelector[] {
  // A cluster that serves and trains under one scrape job would show the training of one on the other.
  if (family === "training" && engineById(group.engine).role !== "training") return [];
  const joined = group.instances.flatMap((instance) => {
    const byPod = samples.flatMap(({ labels }) => podSelector(instance, group.namespace, labels, places));
    return byPod.length > 0 ? byPod : samples.flatMap(({ labels }) => hostSelector(instance, labels, places));
  });
  return distinctSelectors(joined.length > 0 ? joined : sharedSelectors(group, samples, places, others));
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

/**
 * None where the shared labels find several services, or where several deployments have them: who means whom, a person says.
 */
function sharedSelectors(
  group: InstanceGroup,
  samples: readonly InstantSample[],
  { shared = [], apartBy }: Places,
  others: readonly Shared[],
): readonly LabelSelector[] {
  const isAnothersToo = (labels: Labels): boolean =>
    apartBy !== undefined && others.some((one) => sharedSelector(one, labels, shared) !== undefined);
  const found = samples.flatMap(({ labels }) => {
    const selector = sharedSelector(group, labels, shared);
    if (selector === undefined || isAnothersToo(labels)) return [];
    return [{ selector, service: labels[apartBy ?? ""] ?? "" }];
  });
  const isUndecided = new Set(found.map(({ service }) => service)).size > 1;
  return isUndecided ? [] : found.map(({ selector }) => selector);
}

function sharedSelector(group: Shared, labels: Labels, shared: readonly string[]): LabelSelector | undefined {
  const own = sharedLabels(group);
  const told = shared.filter((name) => (own[name] ?? "") !== "" && (labels[name] ?? "") !== "");
  // The same job in another namespace is another job.
  if (told[0] !== shared[0] || told.some((name) => own[name] !== labels[name])) return undefined;
  return told.length === 0 ? undefined : Object.fromEntries(told.map((name) => [name, own[name] ?? ""]));
}

/** What a group says of itself that exporters may say too. */
export function sharedLabels({ job, namespace, cluster }: Shared): Labels {
  return { job, namespace, cluster };
}

/** The host of "host:port"; undefined for loopback, which every machine has. */
export function machineOf(address: string): string | undefined {
  const host = /^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(address)?.[1];
  return host === undefined || /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(host) ? undefined : host;
}

export function distinctSelectors(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
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

/**
 * Which of an exporter's machines, pods or databases belong to a group of instances, by what both sides say about themselves:
 * the pod, else the node or host name, else the host part of the scrape address, else a label both share. Loopback addresses
 * say nothing about a machine and join nothing. Pure.
 */
import { engineById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/exporter";
import type { InstantSample } from "@/lib/model/grid";
import type { Attachment, ExporterId, LabelSelector } from "@/lib/model/deployment";
import { compareText, type InstanceGroup, type ServingInstance, type SharedLabels } from "./instance-groups";

type Labels = Readonly<Record<string, string>>;
type TargetLabels = Exporter["joinLabels"];

/**
 * Everything that exporters tell of `groups`, which are one deployment's; `places` are the samples of `placesPromql` by exporter,
 * `others` the services beside it.
 */
export function attachmentsOf(
  groups: readonly InstanceGroup[],
  targetSamples: ReadonlyMap<ExporterId, readonly InstantSample[]>,
  neighbours: readonly SharedLabels[],
): readonly Attachment[] {
  return exporters.flatMap((exporter) => {
    const samples = targetSamples.get(exporter.id) ?? [];
    const selectors = distinctSelectors(
      groups.flatMap((group) => joinExporter(group, exporter, samples, neighbours)),
    );
    return selectors.length === 0 ? [] : [{ exporter: exporter.id, selectors }];
  });
}

/** Selectors into the exporter's series, none when nothing joins. `samples` are those of `placesPromql`. */
export function joinExporter(
  group: InstanceGroup,
  { joinLabels, family }: Pick<Exporter, "joinLabels" | "family">,
  samples: readonly InstantSample[],
  neighbours: readonly SharedLabels[] = [],
): readonly LabelSelector[] {
  // A cluster that serves and trains under one scrape job would show the training of one on the other.
  if (family === "training" && engineById(group.engine).role !== "training") return [];
  const joined = group.instances.flatMap((instance) => {
    const byPod = samples.flatMap(({ labels }) => podSelector(instance, group.namespace, labels, joinLabels));
    return byPod.length > 0
      ? byPod
      : samples.flatMap(({ labels }) => hostSelector(instance, labels, joinLabels));
  });
  return distinctSelectors(
    joined.length > 0 ? joined : sharedSelectors(group, samples, joinLabels, neighbours),
  );
}

function podSelector(
  instance: ServingInstance,
  namespace: string,
  labels: Labels,
  { pod = [] }: TargetLabels,
): readonly LabelSelector[] {
  if (instance.pod === undefined) return [];
  for (const [podLabel, namespaceLabel] of pod) {
    if (labels[podLabel] !== instance.pod) continue;
    const namespaceValue = labels[namespaceLabel] ?? "";
    // The same pod name in another namespace is another pod.
    if (namespaceValue !== "" && namespace !== "" && namespaceValue !== namespace) continue;
    return [
      { [podLabel]: instance.pod, ...(namespaceValue === "" ? {} : { [namespaceLabel]: namespaceValue }) },
    ];
  }
  return [];
}

function hostSelector(
  instance: ServingInstance,
  labels: Labels,
  { host = [], seriesLabel }: TargetLabels,
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
  { shared = [], distinguishedBy }: TargetLabels,
  neighbours: readonly SharedLabels[],
): readonly LabelSelector[] {
  const isAnothersToo = (labels: Labels): boolean =>
    distinguishedBy !== undefined &&
    neighbours.some((one) => sharedSelector(one, labels, shared) !== undefined);
  const found = samples.flatMap(({ labels }) => {
    const selector = sharedSelector(group, labels, shared);
    if (selector === undefined || isAnothersToo(labels)) return [];
    return [{ selector, service: labels[distinguishedBy ?? ""] ?? "" }];
  });
  const isUndecided = new Set(found.map(({ service }) => service)).size > 1;
  return isUndecided ? [] : found.map(({ selector }) => selector);
}

function sharedSelector(
  group: SharedLabels,
  labels: Labels,
  shared: readonly string[],
): LabelSelector | undefined {
  const groupLabels = sharedLabels(group);
  const commonLabels = shared.filter(
    (name) => (groupLabels[name] ?? "") !== "" && (labels[name] ?? "") !== "",
  );
  // The same job in another namespace is another job.
  if (commonLabels[0] !== shared[0] || commonLabels.some((name) => groupLabels[name] !== labels[name]))
    return undefined;
  return commonLabels.length === 0
    ? undefined
    : Object.fromEntries(commonLabels.map((name) => [name, groupLabels[name] ?? ""]));
}

/** What a group says of itself that exporters may say too. */
export function sharedLabels({ job, namespace, cluster }: SharedLabels): Labels {
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

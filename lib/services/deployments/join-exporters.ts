/**
 * Joins exporter targets to a group of instances by a common value. The first known of these decides: pod, node or host
 * name, host of the scrape address, shared label. Loopback addresses are ignored. Pure.
 */
import { engineById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import type { InstantSample } from "@/lib/model/grid";
import type { Attachment, ExporterId, LabelSelector } from "@/lib/model/deployment/deployment";
import { compareText, type InstanceGroup, type ServingInstance, type SharedLabels } from "./instance-groups";

type Labels = Readonly<Record<string, string>>;
type TargetLabels = Exporter["joinLabels"];

/**
 * Finds the exporters whose targets run where the groups of one deployment run. `targetSamples` has the
 * results of `createExporterTargetsPromql` by exporter. `neighbours` are the other services of the source.
 */
export function findExporterAttachments(
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

/**
 * Returns selectors for the exporter targets that run where `group` runs. `samples` are results of
 * `createExporterTargetsPromql`.
 */
export function joinExporter(
  group: InstanceGroup,
  { joinLabels, family }: Pick<Exporter, "joinLabels" | "family">,
  samples: readonly InstantSample[],
  neighbours: readonly SharedLabels[] = [],
): readonly LabelSelector[] {
  // In a cluster with one scrape job, training signals would otherwise be joined to the serving deployments too.
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
    // Pod names are unique only within a namespace.
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
  { host = [], locationLabel }: TargetLabels,
): readonly LabelSelector[] {
  if (host.length === 0) return [];
  const wanted = [instance.node, instance.hostname, extractMachineHost(instance.instance)].filter(
    (name) => name !== undefined,
  );
  const address = labels["instance"];
  const machine = address === undefined ? undefined : extractMachineHost(address);
  const named = host.find((name) => labels[name] !== "" && wanted.includes(labels[name] ?? ""));
  const selectingLabel = locationLabel ?? named ?? "instance";
  const value = labels[selectingLabel] ?? "";
  const isJoined = named !== undefined || (machine !== undefined && wanted.includes(machine));
  return isJoined && value !== "" ? [{ [selectingLabel]: value }] : [];
}

/**
 * Returns the selectors that shared labels give. Empty if the shared labels match several services or deployments. The
 * operator then decides.
 */
function sharedSelectors(
  group: InstanceGroup,
  samples: readonly InstantSample[],
  { sharedLabels = [], serviceLabel }: TargetLabels,
  neighbours: readonly SharedLabels[],
): readonly LabelSelector[] {
  const isAnothersToo = (labels: Labels): boolean =>
    serviceLabel !== undefined &&
    neighbours.some((one) => sharedSelector(one, labels, sharedLabels) !== undefined);
  const found = samples.flatMap(({ labels }) => {
    const selector = sharedSelector(group, labels, sharedLabels);
    if (selector === undefined || isAnothersToo(labels)) return [];
    return [{ selector, service: labels[serviceLabel ?? ""] ?? "" }];
  });
  const isUndecided = new Set(found.map(({ service }) => service)).size > 1;
  return isUndecided ? [] : found.map(({ selector }) => selector);
}

function sharedSelector(
  group: SharedLabels,
  labels: Labels,
  shared: readonly string[],
): LabelSelector | undefined {
  const groupLabels = pickSharedLabels(group);
  const commonLabels = shared.filter(
    (name) => (groupLabels[name] ?? "") !== "" && (labels[name] ?? "") !== "",
  );
  // Jobs are unique only within a namespace.
  if (commonLabels[0] !== shared[0] || commonLabels.some((name) => groupLabels[name] !== labels[name]))
    return undefined;
  return commonLabels.length === 0
    ? undefined
    : Object.fromEntries(commonLabels.map((name) => [name, groupLabels[name] ?? ""]));
}

/** Returns job, namespace and cluster of a group, without empty values. */
export function pickSharedLabels({ job, namespace, cluster }: SharedLabels): Labels {
  return { job, namespace, cluster };
}

/** Returns the host of "host:port", or undefined for loopback, which exists on every machine. */
export function extractMachineHost(address: string): string | undefined {
  const host = /^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(address)?.[1];
  return host === undefined || /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(host) ? undefined : host;
}

function distinctSelectors(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
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

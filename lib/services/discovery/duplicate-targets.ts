/**
 * Finds targets that a source stores several times with different labels: scraped by both servers of a highly
 * available pair, stored per replica, or scraped twice by one server. Their counters show whether they are copies.
 * Pure.
 */
import { ownValue } from "@/lib/base/own-value";
import type { SeriesSamples } from "@/lib/sources/prometheus/mapper";
import type { InstantSample } from "@/lib/model/grid";
import { isCountedOnce, type DuplicateTargets } from "@/lib/model/deployment/discovery-remark";
import { compareCounters, combineCounterMatches, type CounterMatch } from "./compare-counters";
import { compareText, replicaLabelNames, type InstanceGroup } from "../deployments/instance-groups";

/** Labels that identify a target for discovery. */
export const targetLabels = ["job", "instance", "pod", "namespace", "cluster"] as const;

type Labels = InstantSample["labels"];

/** Target that appears several times in a source, for example scraped by two Prometheus replicas. */
export interface DuplicateTarget {
  readonly targetKey: string;
  /** The `targetLabels` that the target has. */
  readonly labels: Labels;
  /** Labels with different values across the copies. */
  readonly differingLabels: DuplicateTargets["differingLabels"];
}

/** Returns a text that identifies a target by its `targetLabels`. */
export function formatTargetKey(labels: Labels): string {
  return JSON.stringify(targetLabels.map((name) => ownValue(labels, name) ?? ""));
}

/**
 * Finds targets with several series of `up` among the samples. The series have equal `targetLabels` and
 * differ in other labels.
 */
export function findDuplicateTargets(samples: readonly InstantSample[]): readonly DuplicateTarget[] {
  return [...Map.groupBy(samples, ({ labels }) => formatTargetKey(labels))].flatMap(([targetKey, copies]) => {
    const names = new Set(copies.flatMap(({ labels }) => Object.keys(labels)));
    const differingLabels = [...names]
      .filter((name) => name !== "__name__")
      .map((label) => ({
        label,
        values: removeDuplicates(copies.map(({ labels }) => ownValue(labels, label) ?? "")),
      }))
      .filter(({ values }) => values.length > 1)
      .toSorted((left, right) => compareText(left.label, right.label));
    const [first] = copies;
    if (first === undefined || differingLabels.length === 0) return [];
    const labels = targetLabels.flatMap((name) => {
      const value = ownValue(first.labels, name) ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    return [{ targetKey, labels: Object.fromEntries(labels), differingLabels }];
  });
}

/** Returns the duplicate targets that are instances of `group`. */
export function filterDuplicatesInGroup(
  { job, namespace, cluster, instances }: InstanceGroup,
  duplicates: readonly DuplicateTarget[],
): readonly DuplicateTarget[] {
  const groupKeys = new Set(
    instances.map(({ instance, pod = "" }) => formatTargetKey({ job, instance, pod, namespace, cluster })),
  );
  return duplicates.filter(({ targetKey }) => groupKeys.has(targetKey));
}

/** Compares the counters of a target's series, to decide whether one server was scraped or stored several times. */
export function compareDuplicateCounters(
  { targetKey, differingLabels }: DuplicateTarget,
  counterSeries: readonly SeriesSamples[],
): CounterMatch {
  const names = new Set(differingLabels.map(({ label }) => label));
  const targetRows = counterSeries.filter(({ labels }) => formatTargetKey(labels) === targetKey);
  const series = Map.groupBy(targetRows, ({ labels }) =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([name]) => !names.has(name))
        .toSorted(([left], [right]) => compareText(left, right)),
    ),
  );
  return combineCounterMatches(
    [...series.values()].flatMap(([first, ...otherSeries]) =>
      first === undefined ? [] : otherSeries.map((other) => compareCounters(first, other)),
    ),
  );
}

/**
 * Returns `group` with the result of comparing a duplicate target. If `match` is "same", the target counts once.
 * Otherwise, the labels in which its series differ are recorded as labels of separate servers.
 */
export function applyDuplicateComparison(
  group: InstanceGroup,
  duplicates: readonly DuplicateTarget[],
  match: CounterMatch,
): InstanceGroup {
  const labels = removeDuplicates(
    duplicates.flatMap(({ differingLabels }) => differingLabels.map(({ label }) => label)),
  );
  const valuesOf = (name: string): string[] =>
    removeDuplicates(
      duplicates
        .flatMap(({ differingLabels }) => differingLabels.filter(({ label }) => label === name))
        .flatMap(({ values }) => values),
    );
  const known: readonly string[] = replicaLabelNames;
  const isNamed = labels.every((label) => known.includes(label));
  const basisByMatch = {
    same: "counters",
    different: "differ",
    unknown: isNamed ? "name" : "unknown",
  } as const;
  const remark: DuplicateTargets = {
    kind: "duplicate-targets",
    basis: basisByMatch[match],
    differingLabels: labels.map((label) => ({ label, values: valuesOf(label) })),
    servers: duplicates.length,
  };
  const otherLabels = group.observedCopyLabels.filter((label) => !labels.includes(label));
  const isFolded = isCountedOnce(remark);
  return {
    ...group,
    observedCopyLabels: isFolded ? [...otherLabels, ...labels] : otherLabels,
    distinguishingLabels: isFolded ? [] : labels,
    remarks: [remark],
  };
}

function removeDuplicates(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted(compareText);
}

/** The questions that find deployments and what runs beneath them. What each is recognised by is said in `lib/engines`. */
import type { Engine } from "@/lib/engines/engine";
import type { Exporter } from "@/lib/engines/exporter";
import { engines, exporters } from "@/lib/engines";
import { componentMetrics, stackLabel } from "@/lib/engines/dynamo/stack";
import { limits } from "@/lib/model/status";
import { callOver } from "@/lib/semantic/aggregate-metric";
import { targetLabels } from "./duplicate-targets";
import { copyLabels } from "./instance-groups";
import {
  anyOf,
  namelessSelector,
  printPromql,
  selector,
  type Expression,
  type Matcher,
} from "@/lib/semantic/promql";

/** Labels that separate deployments or say where an instance runs. */
const instanceLabels = [
  "job",
  "namespace",
  "cluster",
  "pod",
  "node",
  "hostname",
  "instance",
  stackLabel,
  ...copyLabels,
];

/** A histogram's count has the bare name where the histogram is a native one. */
function spellings(name: string): readonly string[] {
  return name.endsWith("_count") ? [name, name.slice(0, -"_count".length)] : [name];
}

/**
 * One scrape that is missed ends a series until the next one that succeeds. Servers are those seen now or at one of these times
 * before: a single miss takes none away where targets are scraped once a minute or more often, and one that really left is
 * missing a minute later.
 */
const lookbackOffsetsMs = [0, limits.absentForMs / 2, limits.absentForMs] as const;

/** Which of the known engines and exporters a source has at all: the names that exist now. */
export function presencePromql(): string {
  return presentPromql(namelessSelector([knownNames()]));
}

/** As `presencePromql`, the names that existed for a moment of the last minute. */
export function recentPresencePromql(): string {
  const of = namelessSelector([knownNames()]);
  return presentPromql({ kind: "range-call", name: "last_over_time", of, windowMs: limits.absentForMs });
}

function presentPromql(of: Expression): string {
  return printPromql({ kind: "aggregate", name: "group", by: ["__name__"], of });
}

function knownNames(): Matcher {
  const names = [
    ...engines.flatMap(({ detectionMetrics }) => detectionMetrics.flatMap(spellings)),
    ...exporters.flatMap(({ detectionMetrics }) => detectionMetrics),
    ...componentMetrics,
  ];
  return { label: "__name__", operator: "=~", value: [...new Set(names)].join("|") };
}

/**
 * Every serving instance of `engine` with its labels; the value is the time of its newest sample in seconds. `max by` folds
 * data-parallel engines of one server into one row. `present` are the names that the source has.
 */
export function instancesPromql(engine: Engine, present: ReadonlySet<string>): string | undefined {
  const found = engine.detectionMetrics.flatMap(spellings).filter((name) => present.has(name));
  if (found.length === 0) return undefined;
  return groupsPromql(
    engine,
    found.map((name) => selector(name)),
  );
}

type Series = Extract<Expression, { kind: "selector" }>;

/** The instances among `series` with their labels; the value is as of `instancesPromql`. */
export function groupsPromql({ modelLabel }: Engine, series: readonly Series[]): string {
  const of = latestSampleTimes(series);
  const by = [...(modelLabel === null ? [] : [modelLabel]), ...instanceLabels];
  return printPromql({ kind: "aggregate", name: "max", by, of });
}

/** The pods and addresses among `series`. */
export function addressesPromql(series: readonly Series[]): string {
  return printPromql({
    kind: "aggregate",
    name: "group",
    by: ["instance", "pod"],
    of: latestSampleTimes(series),
  });
}

function latestSampleTimes(series: readonly Series[]): Expression {
  const sampleTimes = lookbackOffsetsMs.flatMap((offsetMs) =>
    series.map((of): Expression => ({ kind: "timestamp", of, offsetMs })),
  );
  return anyOf(sampleTimes);
}

/** Dynamo's workers by the stack that they are of; undefined where there are none. */
export function componentsPromql(present: ReadonlySet<string>): string | undefined {
  const found = componentMetrics.filter((name) => present.has(name));
  if (found.length === 0) return undefined;
  const of = anyOf(found.map((name) => selector(name)));
  return printPromql({ kind: "aggregate", name: "group", by: [...targetLabels, stackLabel], of });
}

/**
 * Machines, pods or databases of an exporter by the labels that say where they are; undefined where it is not present. Whatever was
 * seen in the last minutes: with one scrape missed a deployment would seem to stand on fewer GPUs than it does.
 */
export function exporterTargetsPromql(exporter: Exporter, present: ReadonlySet<string>): string | undefined {
  const found = exporter.detectionMetrics.filter((name) => present.has(name));
  if (found.length === 0) return undefined;
  const { pod = [], host = [], shared = [], distinguishedBy } = exporter.joinLabels;
  const separatingLabels = distinguishedBy === undefined ? [] : [distinguishedBy];
  const by = [...new Set([...pod.flat(), ...host, ...shared, ...separatingLabels, "instance"])];
  const of = callOver(
    found.map((name) => selector(name)),
    "last_over_time",
    limits.headlineWindowMs,
  );
  return of && printPromql({ kind: "aggregate", name: "count", by, of });
}

/** How many GPUs, hosts or databases an exporter tells of, copies of a pair of servers counted once. */
export function machinesPromql(exporter: Exporter, present: ReadonlySet<string>): string | undefined {
  const found = exporter.detectionMetrics.filter((name) => present.has(name));
  if (found.length === 0) return undefined;
  const of = anyOf(found.map((name) => selector(name)));
  const once: Expression = { kind: "aggregate", name: "group", by: [], without: [...copyLabels], of };
  return printPromql({ kind: "aggregate", name: "count", by: [], of: once });
}

/** Of a histogram's buckets only the one that each has: the others name nothing new and are most of a large source's series. */
const onePerHistogram: Matcher = { label: "le", operator: "=~", value: "|[+]Inf" };

/** Names of a group's own metrics that exist now. */
export function namesPromql(engine: Engine, labels: Readonly<Record<string, string>>): string {
  const engineMetrics: Matcher = { label: "__name__", operator: "=~", value: engine.metricNamesPattern };
  const labelMatchers = Object.entries(labels)
    .filter(([label]) => label !== engine.modelLabel)
    .map(([label, value]): Matcher => ({ label, operator: "=", value }));
  return printPromql({
    kind: "aggregate",
    name: "group",
    by: ["__name__"],
    of: namelessSelector([engineMetrics, onePerHistogram, ...labelMatchers]),
  });
}

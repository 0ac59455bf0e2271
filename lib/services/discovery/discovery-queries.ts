/**
 * PromQL queries that find deployments, exporters and their labels. `lib/engines` declares which metrics identify
 * each engine.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import { detectableEngines, exporters } from "@/lib/engines";
import { stackComponentLabel, stackNamespaceLabel, workerMetricNames } from "@/lib/engines/dynamo/stack";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { LabelMatcher } from "@/lib/engines/definitions/recipe";
import { processLabels } from "@/lib/semantic/compile/process-matching";
import { joinRangeCalls } from "@/lib/semantic/compile/range-calls";
import { escapeRegex } from "@/lib/semantic/compile/scope-selectors";
import { targetLabels } from "./duplicate-targets";
import { replicaLabelNames } from "../deployments/instance-groups";
import {
  joinWithOr,
  namelessSelector,
  printPromql,
  metricSelector,
  type PromqlExpression,
} from "@/lib/semantic/compile/promql";

/** Labels that separate deployments or locate an instance. */
const instanceLabels = [
  "job",
  "namespace",
  "cluster",
  "pod",
  "node",
  "hostname",
  "instance",
  stackNamespaceLabel,
  stackComponentLabel,
  ...replicaLabelNames,
];

/** Returns the names under which a metric can be stored. A native histogram has no suffix `_count`. */
function listMetricSpellings(name: string): readonly string[] {
  return name.endsWith("_count") ? [name, name.slice(0, -"_count".length)] : [name];
}

/**
 * Offsets at which a server is searched. A failed scrape ends a series until the next successful scrape. A server is
 * therefore present if it has a sample now or at one of these offsets. With a scrape interval of at most one minute, one
 * failed scrape removes no server, and a stopped server disappears after a minute.
 */
const lookbackOffsetsMs = [0, evaluationWindows.absentForMs / 2, evaluationWindows.absentForMs] as const;

/** Returns a query for the metric names of known engines and exporters that have series now. */
export function createMetricPresencePromql(): string {
  return presentPromql(namelessSelector([knownNames()]));
}

/** Returns a query like `createMetricPresencePromql`, for series with samples in the last minute. */
export function createRecentMetricPresencePromql(): string {
  const of = namelessSelector([knownNames()]);
  return presentPromql({
    kind: "range-call",
    name: "last_over_time",
    operand: of,
    windowMs: evaluationWindows.absentForMs,
  });
}

function presentPromql(of: PromqlExpression): string {
  return printPromql({ kind: "aggregate", name: "group", by: ["__name__"], operand: of });
}

function knownNames(): LabelMatcher {
  const names = [
    ...detectableEngines.flatMap(({ detectionMetrics }) => detectionMetrics.flatMap(listMetricSpellings)),
    ...exporters.flatMap(({ detectionMetrics }) => detectionMetrics),
    ...workerMetricNames,
  ];
  return { label: "__name__", operator: "=~", value: [...new Set(names)].join("|") };
}

/**
 * Returns a query for the serving instances of `engine` with their labels; its values are the times of their
 * newest samples in seconds. Undefined if none of the engine's metrics is in `presentMetrics`.
 */
export function createInstancesPromql(
  engine: Engine,
  presentMetrics: ReadonlySet<string>,
): string | undefined {
  const found = engine.detectionMetrics
    .flatMap(listMetricSpellings)
    .filter((name) => presentMetrics.has(name));
  if (found.length === 0) return undefined;
  return createMatchedInstancesPromql(
    engine,
    found.map((name) => metricSelector(name)),
  );
}

type Series = Extract<PromqlExpression, { kind: "selector" }>;

/**
 * Returns a query for the instances among `series` with their labels; its values are the times of their
 * newest samples in seconds.
 */
export function createMatchedInstancesPromql({ modelLabel }: Engine, series: readonly Series[]): string {
  const of = latestSampleTimes(series);
  const by = [...(modelLabel === null ? [] : [modelLabel]), ...instanceLabels];
  return printPromql({ kind: "aggregate", name: "max", by, operand: of });
}

/** Returns a query for the pods and `instance` labels among `series`. */
export function createMatchedInstanceNamesPromql(series: readonly Series[]): string {
  return printPromql({
    kind: "aggregate",
    name: "group",
    by: ["instance", "pod"],
    operand: latestSampleTimes(series),
  });
}

function latestSampleTimes(series: readonly Series[]): PromqlExpression {
  const sampleTimes = lookbackOffsetsMs.flatMap((offsetMs) =>
    series.map((of): PromqlExpression => ({ kind: "timestamp", operand: of, offsetMs })),
  );
  return joinWithOr(sampleTimes);
}

/** Returns a query for Dynamo workers by stack; undefined without Dynamo metrics. */
export function createDynamoWorkersPromql(presentMetrics: ReadonlySet<string>): string | undefined {
  return printWorkers(presentMetrics, (series) => series);
}

/** Time for which a component counts as part of its stack after its last sample, so that its failure changes no role. */
const componentRetentionMs = 3_600_000;

/** Returns a query like `createDynamoWorkersPromql`, for the workers of the last hour. */
export function createRecentDynamoWorkersPromql(presentMetrics: ReadonlySet<string>): string | undefined {
  return printWorkers(presentMetrics, (operand) => ({
    kind: "range-call",
    name: "last_over_time",
    operand,
    windowMs: componentRetentionMs,
  }));
}

function printWorkers(
  presentMetrics: ReadonlySet<string>,
  read: (series: Series) => PromqlExpression,
): string | undefined {
  const found = workerMetricNames.filter((name) => presentMetrics.has(name));
  if (found.length === 0) return undefined;
  return printPromql({
    kind: "aggregate",
    name: "group",
    by: [...targetLabels, stackNamespaceLabel, stackComponentLabel],
    operand: joinWithOr(found.map((name) => read(metricSelector(name)))),
  });
}

/**
 * Returns a query for the targets of an exporter (hosts, pods or databases) with their location labels;
 * undefined if the exporter is absent. It covers the last minutes, so that a missed scrape does not reduce
 * the GPU count.
 */
export function createExporterTargetsPromql(
  exporter: Exporter,
  presentMetrics: ReadonlySet<string>,
): string | undefined {
  const found = exporter.detectionMetrics.filter((name) => presentMetrics.has(name));
  if (found.length === 0) return undefined;
  const { pod = [], host = [], sharedLabels = [], serviceLabel } = exporter.joinLabels;
  const separatingLabels = serviceLabel === undefined ? [] : [serviceLabel];
  const by = [...new Set([...pod.flat(), ...host, ...sharedLabels, ...separatingLabels, "instance"])];
  const of = joinRangeCalls(
    found.map((name) => metricSelector(name)),
    "last_over_time",
    evaluationWindows.headlineWindowMs,
  );
  return of && printPromql({ kind: "aggregate", name: "count", by, operand: of });
}

/**
 * Returns a query for the number of GPUs, hosts or databases of an exporter. Copies from a highly available
 * pair count once.
 */
export function createMachineCountPromql(
  exporter: Exporter,
  presentMetrics: ReadonlySet<string>,
): string | undefined {
  const found = exporter.detectionMetrics.filter((name) => presentMetrics.has(name));
  if (found.length === 0) return undefined;
  const of = joinWithOr(found.map((name) => metricSelector(name)));
  const once: PromqlExpression = {
    kind: "aggregate",
    name: "group",
    by: [],
    without: [...replicaLabelNames],
    operand: of,
  };
  return printPromql({ kind: "aggregate", name: "count", by: [], operand: once });
}

/**
 * One bucket per histogram is enough to find its name. The other buckets are most of the series of a large source.
 */
const onePerHistogram: LabelMatcher = { label: "le", operator: "=~", value: "|[+]Inf" };

/** Maximum number of instances that a query names. With more names, the query would be longer than its response. */
const maxNamedInstances = 500;

/**
 * Returns a query for the current metric names of a deployment's targets, with the outcomes of its requests. If `instances`
 * contains all instances, the query names them, so that the source reads only the series of these targets instead of all
 * series of the engine.
 */
export function createMetricNamesPromql(
  engine: Engine,
  labels: Readonly<Record<string, string>>,
  instances: readonly string[] = [],
): string {
  const engineMetrics: LabelMatcher = { label: "__name__", operator: "=~", value: engine.metricNamesPattern };
  const labelMatchers = Object.entries(labels).map(([label, value]): LabelMatcher =>
    // Some metrics name the model with another label, or not at all.
    label === engine.modelLabel
      ? { label, operator: "=~", value: `|${escapeRegex(value)}` }
      : { label, operator: "=", value },
  );
  const areAllNamed = instances.length <= maxNamedInstances && !instances.includes("");
  const instanceMatchers: readonly LabelMatcher[] =
    instances.length > 0 && areAllNamed
      ? [{ label: "instance", operator: "=~", value: instances.map(escapeRegex).join("|") }]
      : [];
  const engineSeries = namelessSelector([
    engineMetrics,
    onePerHistogram,
    ...labelMatchers,
    ...instanceMatchers,
  ]);
  const identifying = Object.entries(labels).map(([label, value]): LabelMatcher => ({
    label,
    operator: "=",
    value,
  }));
  const targets = engine.detectionMetrics
    .flatMap(listMetricSpellings)
    .map((name) => metricSelector(name, identifying));
  return printPromql({
    kind: "aggregate",
    name: "group",
    by: ["__name__", ...(engine.outcomeLabels ?? [])],
    operand:
      targets.length === 0
        ? engineSeries
        : {
            kind: "matching",
            operator: "and",
            on: processLabels,
            lhs: engineSeries,
            rhs: joinWithOr(targets),
          },
  });
}

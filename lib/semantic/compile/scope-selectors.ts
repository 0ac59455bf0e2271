/**
 * Finds the series of a metric: by a deployment's selectors, narrowed by the scope, or by an exporter's attachment.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { Engine } from "@/lib/engines/definitions/engine";
import { stackNamespaceLabel } from "@/lib/engines/dynamo/stack";
import type { LabelMatcher, MetricRef } from "@/lib/engines/definitions/recipe";
import type { Deployment, LabelSelector } from "@/lib/model/deployment/deployment";
import type { StackWorker } from "@/lib/model/deployment/stack-worker";
import type { Scope } from "@/lib/model/question";
import { toMetricNameSet } from "./known-names";
import { processLabels } from "./process-matching";
import { findNativeHistogram, type NativeHistogramName } from "./native-names";
import { metricSelector, type PromqlExpression } from "./promql";
import { listHistoryEntries } from "./observed-series";

/** Properties of a deployment that determine its PromQL selectors. */
export interface QueryableDeployment extends Pick<
  Deployment,
  "pools" | "attachments" | "metricNames" | "copyLabels" | "mappings" | "limits"
> {
  /** Values of the `instance` label with which the deployment was last seen. */
  readonly instances?: readonly string[];
  /** Workers of the same stack that expose no metrics of the engine. */
  readonly workers?: readonly StackWorker[];
  /** Who wrote the selectors of the deployment; absent if discovery found them. */
  readonly selectedBy?: "person" | "file";
}

/** Engine, deployment, scope and split for which queries are compiled. */
export interface QueryContext {
  readonly engine: Engine;
  readonly deployment: QueryableDeployment;
  readonly scope: Scope;
  readonly splitFilter?: SplitFilter;
}

/**
 * Values of a split label that a query selects: the named values, one row each, or all other values in one
 * row.
 */
export interface SplitFilter {
  readonly label: string;
  readonly values: readonly string[];
  readonly kind: "named" | "rest";
}

/** PromQL selector of series. */
export type SeriesSelector = Extract<PromqlExpression, { kind: "selector" }>;

/** Finds the selectors and the metric names from which the queries of a deployment are built. */
export interface SeriesFinder {
  /** Label selectors of the deployment, joined with "or". Empty if the deployment has none. */
  readonly findLabelSelectors: (ref: MetricRef) => readonly LabelSelector[];
  /** Observed names of the metric. All of its names if none was observed. */
  readonly findMetricNames: (ref: MetricRef, suffix: string) => readonly string[];
  /** Names under which the metric was observed as a native histogram. */
  readonly findNativeHistograms: (ref: MetricRef, suffix: string) => readonly NativeHistogramName[];
  /** Whether a series of the metric was observed at the deployment at any time. */
  readonly wasObserved: (ref: MetricRef) => boolean;
  readonly copyLabels: readonly string[];
  /**
   * Labels that identify a target, if a target exposes the metric under one name only. Empty if a target may expose it
   * under several names.
   */
  readonly targetLabels: readonly string[];
  /** Labels to group by, in addition to those that an aggregation needs. */
  readonly groupByLabels: readonly string[];
  readonly extraMatchers: readonly LabelMatcher[];
  /** Series that every process of the deployment exposes; see `process-matching.ts`. */
  readonly processIdentifyingSeries: readonly SeriesSelector[];
}

function partOf({
  splitFilter,
}: Pick<QueryContext, "splitFilter">): Pick<SeriesFinder, "groupByLabels" | "extraMatchers"> {
  if (splitFilter === undefined) return { groupByLabels: [], extraMatchers: [] };
  const { label, values, kind } = splitFilter;
  const value = values.map(escapeRegex).join("|");
  return kind === "named"
    ? { groupByLabels: [label], extraMatchers: [{ label, operator: "=~", value }] }
    : { groupByLabels: [], extraMatchers: [{ label, operator: "!~", value }] };
}

/** Escapes characters with a special meaning in RE2 regular expressions. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Returns the finder for series of the deployment's engine. It is cached per context. */
export const getEngineSeriesFinder = memoizePerObject(makeEngineFinder);

function makeEngineFinder(context: QueryContext): SeriesFinder {
  const { deployment } = context;
  const known = toMetricNameSet(deployment);
  const selectors = new Map<string, readonly LabelSelector[]>();
  return {
    ...partOf(context),
    copyLabels: deployment.copyLabels,
    targetLabels: processLabels,
    findLabelSelectors: (ref) => {
      const key = `${ref.matchedBy ?? ""} ${ref.modelLabel ?? ""}`;
      const known = selectors.get(key) ?? engineSelectors(ref, context);
      selectors.set(key, known);
      return known;
    },
    // Lazy, because few metrics need them.
    get processIdentifyingSeries() {
      return processMarkersOf(context, known);
    },
    // If a name was observed, only observed names are queried, which excludes names of other versions. If no name was
    // observed, all names are queried, so that an engine that was just upgraded has data immediately.
    findMetricNames: ({ names }, suffix) => {
      const observed = names.filter((name) => known.has(`${name}${suffix}`));
      const isNeverObserved =
        observed.length === 0 &&
        names.every((name) => findNativeHistogram(`${name}${suffix}`, known) === undefined);
      return isNeverObserved ? names : observed;
    },
    findNativeHistograms: ({ names }, suffix) =>
      names.flatMap((name) => findNativeHistogram(`${name}${suffix}`, known) ?? []),
    wasObserved: (ref) => listHistoryEntries(ref).some((entry) => known.has(entry)),
  };
}

function observedNames(names: readonly string[], known: ReadonlySet<string>, suffix = ""): readonly string[] {
  const observed = names.filter((name) => known.has(`${name}${suffix}`));
  return observed.length === 0 ? names : observed;
}

/**
 * Returns the series of the engine's detection metrics. Every process that exposes one of them with the deployment's
 * labels belongs to the deployment.
 */
function processMarkersOf(context: QueryContext, known: ReadonlySet<string>): readonly SeriesSelector[] {
  const { detectionMetrics } = context.engine;
  const selectors = engineSelectors({ names: detectionMetrics }, context);
  return observedNames(detectionMetrics, known).flatMap((name) =>
    selectors.map((labels) => metricSelector(name, Object.entries(labels).map(equals))),
  );
}

/** Creates the finder for series of an exporter, such as GPU metrics, that belong to a deployment. */
export function createExporterSeriesFinder(
  selectors: readonly LabelSelector[],
  context: Pick<QueryContext, "deployment" | "splitFilter">,
): SeriesFinder {
  const { deployment } = context;
  return {
    ...partOf(context),
    copyLabels: deployment.copyLabels,
    // One exporter reports several devices, whose metrics may have different names.
    targetLabels: [],
    processIdentifyingSeries: [],
    findLabelSelectors: () => selectors,
    findMetricNames: ({ names }) => names,
    findNativeHistograms: () => [],
    wasObserved: () => false,
  };
}

function engineSelectors(
  { matchedBy = "model-label", modelLabel }: MetricRef,
  { engine, deployment, scope }: QueryContext,
): readonly LabelSelector[] {
  const label = matchedBy === "model-label" ? (modelLabel ?? engine.modelLabel) : null;
  // Routers are excluded, because their series belong to a different engine. Queries with this engine's metric names
  // would count the requests of a router twice or not at all.
  const serving = deployment.pools.filter(({ role }) => role !== "router");
  const selectors = serving.flatMap((pool) => pool.selectors);
  const labelSets = selectors.map((one): LabelSelector => {
    const { model, rest: otherLabels } = splitModel(one, engine.modelLabel);
    // Process-level series such as `up` have no stack label. Other series determine to which stack a process belongs.
    const { [stackNamespaceLabel]: _stack, ...ofProcess } = otherLabels;
    const rest = matchedBy === "process" ? ofProcess : otherLabels;
    const wanted = scope.model ?? model;
    return {
      ...(label === null || wanted === undefined ? {} : { [label]: wanted }),
      ...rest,
      ...(scope.instance === undefined ? {} : { instance: scope.instance }),
      ...scope.labels,
    };
  });
  return removeDuplicateSelectors(labelSets);
}

function splitModel(
  labels: LabelSelector,
  modelLabel: string | null,
): { readonly model: string | undefined; readonly rest: LabelSelector } {
  if (modelLabel === null) return { model: undefined, rest: labels };
  const { [modelLabel]: model, ...rest } = labels;
  return { model, rest };
}

function removeDuplicateSelectors(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
  if (selectors.length < 2) return selectors;
  return [...new Map(selectors.map((one) => [JSON.stringify(Object.entries(one)), one])).values()];
}

const equals = ([label, value]: readonly [string, string]): LabelMatcher => ({ label, operator: "=", value });

/**
 * Returns the selectors of one metric, newest name first; `suffix` is a histogram's `_bucket`, `_sum` or `_count`.
 */
export function findSeriesSelectors(
  ref: MetricRef,
  finder: SeriesFinder,
  suffix = "",
): readonly SeriesSelector[] {
  return [
    ...finder.findMetricNames(ref, suffix).flatMap((name) => seriesNamed(`${name}${suffix}`, ref, finder)),
    ...finder.findNativeHistograms(ref, suffix).flatMap((name) => nativeSeries(name, ref, finder)),
  ];
}

function nativeSeries(
  { metricName, nativeHistogramPart }: NativeHistogramName,
  ref: MetricRef,
  finder: SeriesFinder,
): readonly SeriesSelector[] {
  return seriesNamed(metricName, ref, finder).map((one) => ({ ...one, nativeHistogramPart }));
}

function seriesNamed(name: string, ref: MetricRef, finder: SeriesFinder): readonly SeriesSelector[] {
  return finder
    .findLabelSelectors(ref)
    .map((labels) =>
      metricSelector(name, [
        ...Object.entries(labels).map(equals),
        ...(ref.matchers ?? []),
        ...finder.extraMatchers,
      ]),
    );
}

/** Returns the selectors for one name of a metric; empty if the name was not observed. */
export function findSelectorsForName(
  name: string,
  {
    ref,
    finder,
    suffix,
  }: { readonly ref: MetricRef; readonly finder: SeriesFinder; readonly suffix: string },
): readonly SeriesSelector[] {
  const classic = finder.findMetricNames(ref, suffix).includes(name);
  return [
    ...(classic ? seriesNamed(`${name}${suffix}`, ref, finder) : []),
    ...finder
      .findNativeHistograms(ref, suffix)
      .filter(({ metricName }) => metricName === name)
      .flatMap((native) => nativeSeries(native, ref, finder)),
  ];
}

/** Returns one list of selectors per metric name, the newest name first. */
export function findSelectorsPerName(
  ref: MetricRef,
  finder: SeriesFinder,
  suffix: string,
): readonly (readonly SeriesSelector[])[] {
  return [
    ...finder.findMetricNames(ref, suffix).map((name) => seriesNamed(`${name}${suffix}`, ref, finder)),
    ...finder.findNativeHistograms(ref, suffix).map((name) => nativeSeries(name, ref, finder)),
  ];
}

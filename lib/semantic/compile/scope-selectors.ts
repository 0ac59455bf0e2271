/**
 * Finds the series of a metric: by a deployment's selectors, narrowed by the scope, or by an exporter's attachment.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { stackLabel } from "@/lib/engines/dynamo/stack";
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import type { Deployment, LabelSelector } from "@/lib/model/deployment/deployment";
import type { Scope } from "@/lib/model/question";
import { knownNames } from "./known-names";
import { nativeName, type NativeName } from "./native-names";
import { selector, type Expression, type Matcher } from "./promql";

/** The parts of a deployment that the compiler needs. */
export interface QueryableDeployment extends Pick<
  Deployment,
  "pools" | "attachments" | "metricNames" | "copyLabels" | "mappings" | "limits"
> {
  /** Values of the `instance` label with which it was last seen. */
  readonly instances?: readonly string[];
  /** Who wrote its selectors; absent when discovery did. */
  readonly selectedBy?: "person" | "file";
}

export interface QueryContext {
  readonly engine: Engine;
  readonly deployment: QueryableDeployment;
  readonly scope: Scope;
  readonly part?: SplitPart;
}

/** The queried part of a split: its named values, one row each, or all other values as one row. */
export interface SplitPart {
  readonly label: string;
  readonly values: readonly string[];
  readonly kind: "named" | "rest";
}

export type Selector = Extract<Expression, { kind: "selector" }>;

/**
 * Finds the series of a metric, with one list of selectors per metric name. The lists are empty when nothing is
 * joined.
 */
export interface Finder {
  readonly selectorsOf: (ref: MetricRef) => readonly LabelSelector[];
  readonly namesOf: (ref: MetricRef, suffix: string) => readonly string[];
  /** Names under which the metric was observed as a native histogram. */
  readonly nativesOf: (ref: MetricRef, suffix: string) => readonly NativeName[];
  readonly copyLabels: readonly string[];
  /** Labels to group by, in addition to those that an aggregation needs. */
  readonly by: readonly string[];
  readonly extraMatchers: readonly Matcher[];
  /** Series that only the deployment's processes expose; see `process-matching.ts`. */
  readonly processMarkers: readonly Selector[];
}

function partOf({ part }: Pick<QueryContext, "part">): Pick<Finder, "by" | "extraMatchers"> {
  if (part === undefined) return { by: [], extraMatchers: [] };
  const { label, values, kind } = part;
  const value = values.map(quoteRegex).join("|");
  return kind === "named"
    ? { by: [label], extraMatchers: [{ label, operator: "=~", value }] }
    : { by: [], extraMatchers: [{ label, operator: "!~", value }] };
}

/** Escapes characters with a special meaning in RE2 regular expressions. */
export function quoteRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Contexts are immutable, and all signals of a context share its finder. */
const finders = new WeakMap<QueryContext, Finder>();

/** Returns the finder for the series of the deployment's engine. */
export function engineFinder(context: QueryContext): Finder {
  const made = finders.get(context);
  if (made !== undefined) return made;
  const finder = makeEngineFinder(context);
  finders.set(context, finder);
  return finder;
}

function makeEngineFinder(context: QueryContext): Finder {
  const { deployment } = context;
  const known = knownNames(deployment);
  const selectors = new Map<string, readonly LabelSelector[]>();
  return {
    ...partOf(context),
    copyLabels: deployment.copyLabels,
    selectorsOf: (ref) => {
      const key = `${ref.placement ?? ""} ${ref.modelLabel ?? ""}`;
      const known = selectors.get(key) ?? engineSelectors(ref, context);
      selectors.set(key, known);
      return known;
    },
    // Lazy, because few metrics need them.
    get processMarkers() {
      return processMarkersOf(context, known);
    },
    // Observed names exclude those of other versions. Without any observed name all are queried, so that an engine
    // that was just upgraded has data immediately.
    namesOf: ({ names }, suffix) => {
      const observed = names.filter((name) => known.has(`${name}${suffix}`));
      const isNeverObserved =
        observed.length === 0 && names.every((name) => nativeName(`${name}${suffix}`, known) === undefined);
      return isNeverObserved ? names : observed;
    },
    nativesOf: ({ names }, suffix) => names.flatMap((name) => nativeName(`${name}${suffix}`, known) ?? []),
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
function processMarkersOf(context: QueryContext, known: ReadonlySet<string>): readonly Selector[] {
  const { detectionMetrics } = context.engine;
  const selectors = engineSelectors({ names: detectionMetrics }, context);
  return observedNames(detectionMetrics, known).flatMap((name) =>
    selectors.map((labels) => selector(name, Object.entries(labels).map(equals))),
  );
}

/** Returns the finder for the series of an exporter joined to a deployment. */
export function attachmentFinder(
  selectors: readonly LabelSelector[],
  context: Pick<QueryContext, "deployment" | "part">,
): Finder {
  const { deployment } = context;
  return {
    ...partOf(context),
    copyLabels: deployment.copyLabels,
    processMarkers: [],
    selectorsOf: () => selectors,
    namesOf: ({ names }) => names,
    nativesOf: () => [],
  };
}

function engineSelectors(
  { placement = "engine", modelLabel }: MetricRef,
  { engine, deployment, scope }: QueryContext,
): readonly LabelSelector[] {
  const label = placement === "engine" ? (modelLabel ?? engine.modelLabel) : null;
  // Routers are excluded, because their series belong to another engine. Querying them with this engine's names would
  // count requests twice or not at all.
  const serving = deployment.pools.filter(({ role }) => role !== "router");
  const selectors = serving.flatMap((pool) => pool.selectors);
  const labelSets = selectors.map((one): LabelSelector => {
    const { model, rest: otherLabels } = splitModel(one, engine.modelLabel);
    // Process-level series such as `up` have no stack label. Other series determine to which stack a process belongs.
    const { [stackLabel]: _stack, ...ofProcess } = otherLabels;
    const rest = placement === "process" ? ofProcess : otherLabels;
    const wanted = scope.model ?? model;
    return {
      ...(label === null || wanted === undefined ? {} : { [label]: wanted }),
      ...rest,
      ...(scope.instance === undefined ? {} : { instance: scope.instance }),
    };
  });
  return distinct(labelSets);
}

function splitModel(
  labels: LabelSelector,
  modelLabel: string | null,
): { readonly model: string | undefined; readonly rest: LabelSelector } {
  if (modelLabel === null) return { model: undefined, rest: labels };
  const { [modelLabel]: model, ...rest } = labels;
  return { model, rest };
}

function distinct(selectors: readonly LabelSelector[]): readonly LabelSelector[] {
  if (selectors.length < 2) return selectors;
  return [...new Map(selectors.map((one) => [JSON.stringify(Object.entries(one)), one])).values()];
}

const equals = ([label, value]: readonly [string, string]): Matcher => ({ label, operator: "=", value });

/**
 * Returns the selectors of one metric, newest name first; `suffix` is a histogram's `_bucket`, `_sum` or `_count`.
 */
export function seriesOf(ref: MetricRef, finder: Finder, suffix = ""): readonly Selector[] {
  return [
    ...finder.namesOf(ref, suffix).flatMap((name) => seriesNamed(`${name}${suffix}`, ref, finder)),
    ...finder.nativesOf(ref, suffix).flatMap((name) => nativeSeries(name, ref, finder)),
  ];
}

function nativeSeries({ name, native }: NativeName, ref: MetricRef, finder: Finder): readonly Selector[] {
  return seriesNamed(name, ref, finder).map((one) => ({ ...one, native }));
}

function seriesNamed(name: string, ref: MetricRef, finder: Finder): readonly Selector[] {
  return finder
    .selectorsOf(ref)
    .map((labels) =>
      selector(name, [
        ...Object.entries(labels).map(equals),
        ...(ref.matches ?? []),
        ...finder.extraMatchers,
      ]),
    );
}

/** Returns one list of selectors per metric name, newest first. */
export function seriesByName(
  ref: MetricRef,
  finder: Finder,
  suffix: string,
): readonly (readonly Selector[])[] {
  return [
    ...finder.namesOf(ref, suffix).map((name) => seriesNamed(`${name}${suffix}`, ref, finder)),
    ...finder.nativesOf(ref, suffix).map((name) => nativeSeries(name, ref, finder)),
  ];
}

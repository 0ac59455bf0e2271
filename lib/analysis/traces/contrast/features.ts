/**
 * Collects the attributes of requests: from their spans and from the resources of services. The outermost span with an
 * attribute provides the value. Times are excluded, because slow requests have long times. Texts, and attributes that
 * differ in almost every request, are excluded too.
 */
import { runWithoutPause } from "@/lib/base/steps";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { AttributeValue } from "@/lib/model/traces/trace";

/** Attribute whose values are compared between slow and other requests. */
export interface Feature {
  readonly attribute: string;
  /** Service of the resource; null for span attributes. */
  readonly service: string | null;
}

/** Value of a compared attribute; numbers are compared in ranges. */
export type FeatureValue = string | number;

/** Values of one attribute, one per trace. */
export interface FeatureTable {
  readonly feature: Feature;
  /** One value per trace; null when the trace does not report it. */
  readonly values: readonly (FeatureValue | null)[];
}

/** Attributes that can be compared, and the excluded attributes with the reason. */
export interface CollectedFeatures {
  readonly tables: readonly FeatureTable[];
  readonly excluded: readonly { readonly feature: Feature; readonly reason: "text" | "different-for-each" }[];
}

const times =
  /^gen_ai\.latency\.|time_to_first|(?:^|[._])(?:durations?|latency|elapsed|(?:idle|busy|wait|queue|total|validation|inference)_(?:time|ns|ms)|time_(?:in|per)_[a-z_]{1,64}|idle_ns|busy_ns|seconds|ms|ns)$/i;
/** Attributes of the operating system or of individual spans, which do not describe the request. */
const incidental =
  /^(?:thread\.|process\.pid|otel\.|telemetry\.|internal\.span|net\.(?:peer|sock|host)\.port|server\.port|client\.port|network\.peer\.port|code\.)/;
const longestText = 100;
/** An attribute is an id if it has more distinct values than this, in more than this fraction of traces. */
const maxDistinctValues = 50;
const maxDistinctShare = 0.5;

/** Properties of the request that the analysis computes from any of their attribute names. */
export const requestFeatures = {
  prompt: "prompt tokens",
  output: "output tokens",
  error: "ended in error",
  abort: "aborted by its client",
} as const;
const tokenCounts = /^gen_ai\.usage\.(?:prompt_tokens|completion_tokens|input_tokens|output_tokens)$/;

/** Collects the wanted attributes of all traces. Linear in the number of attributes. */
export function collectFeatures(
  traces: readonly AnalysedTrace[],
  isWanted: (feature: Feature) => boolean = () => true,
): CollectedFeatures {
  return runWithoutPause(collectFeaturesInSteps(traces, isWanted));
}

const tracesPerStep = 200;

/** Collects the attributes in steps, for thousands of traces. */
export function* collectFeaturesInSteps(
  traces: readonly AnalysedTrace[],
  isWanted: (feature: Feature) => boolean = () => true,
): Generator<void, CollectedFeatures> {
  // Caches the decision per name: every span has the same few attributes.
  const known = new Map<string, boolean>();
  const isRelevant = (attribute: string): boolean => {
    const relevant = known.get(attribute) ?? isFeature(attribute);
    known.set(attribute, relevant);
    return relevant;
  };
  const found = new Map<
    string,
    { readonly feature: Feature; readonly values: (FeatureValue | null)[]; isText: boolean }
  >();
  const unwanted = new Set<string>();
  const record = (traceIndex: number, feature: Feature, value: AttributeValue | undefined): void => {
    if (value === undefined) return;
    const key = `${feature.service ?? ""}\n${feature.attribute}`;
    let table = found.get(key);
    if (table === undefined) {
      if (unwanted.has(key)) return;
      if (!isWanted(feature)) {
        unwanted.add(key);
        return;
      }
      table = { feature, values: traces.map(() => null), isText: false };
      found.set(key, table);
    }
    if (table.values[traceIndex] !== null) return;
    const plain = typeof value === "number" ? value : Array.isArray(value) ? value.join(", ") : String(value);
    if (typeof plain === "string" && plain.length > longestText) table.isText = true;
    else table.values[traceIndex] = plain;
  };
  for (const [traceIndex, trace] of traces.entries()) {
    if (traceIndex % tracesPerStep === tracesPerStep - 1) yield;
    record(traceIndex, { attribute: requestFeatures.prompt, service: null }, trace.promptTokens ?? undefined);
    record(traceIndex, { attribute: requestFeatures.output, service: null }, trace.outputTokens ?? undefined);
    record(traceIndex, { attribute: requestFeatures.error, service: null }, trace.outcome === "error");
    record(traceIndex, { attribute: requestFeatures.abort, service: null }, trace.outcome === "abort");
    for (const { span } of trace.rows) {
      for (const [attribute, value] of Object.entries(span.attributes)) {
        if (isRelevant(attribute)) record(traceIndex, { attribute, service: null }, value);
      }
      for (const [attribute, value] of Object.entries(span.resource)) {
        if (isRelevant(attribute) && attribute !== "service.name")
          record(traceIndex, { attribute, service: span.service }, value);
      }
    }
  }
  return selectFeatures([...found.values()]);
}

function isFeature(attribute: string): boolean {
  return !times.test(attribute) && !incidental.test(attribute) && !tokenCounts.test(attribute);
}

function selectFeatures(found: readonly (FeatureTable & { readonly isText: boolean })[]): CollectedFeatures {
  const tables: FeatureTable[] = [];
  const excluded: { feature: Feature; reason: "text" | "different-for-each" }[] = [];
  for (const { feature, values, isText } of found) {
    const reported = values.filter((value) => value !== null);
    const distinct = new Set(reported).size;
    const isNumber = reported.every((value) => typeof value === "number");
    if (isText) excluded.push({ feature, reason: "text" });
    else if (!isNumber && distinct > maxDistinctValues && distinct > maxDistinctShare * reported.length)
      excluded.push({ feature, reason: "different-for-each" });
    else tables.push({ feature, values });
  }
  return { tables, excluded };
}

/**
 * What can be said of a request besides its times: attributes of its spans, and of what each service ran on. The outermost span that
 * has an attribute speaks for the request. Attributes that are themselves times are left out, since a slow request has long times;
 * so are texts, and what is different for almost every request.
 */
import { runAtOnce } from "@/lib/base/run-in-steps";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { AttributeValue } from "@/lib/model/trace";

export interface Feature {
  readonly attribute: string;
  /** Of which service's resource; null for attributes of spans. */
  readonly service: string | null;
}

export type FeatureValue = string | number;

export interface FeatureTable {
  readonly feature: Feature;
  /** One for each trace; null where the trace does not tell it. */
  readonly values: readonly (FeatureValue | null)[];
}

export interface Features {
  readonly tables: readonly FeatureTable[];
  readonly excluded: readonly { readonly feature: Feature; readonly reason: "text" | "different-for-each" }[];
}

const times =
  /^gen_ai\.latency\.|time_to_first|(?:^|[._])(?:durations?|latency|elapsed|(?:idle|busy|wait|queue|total|validation|inference)_(?:time|ns|ms)|time_(?:in|per)_[a-z_]+|idle_ns|busy_ns|seconds|ms|ns)$/i;
/** Numbers of the operating system and of single spans, which say nothing of the request. */
const incidental =
  /^(?:thread\.|process\.pid|otel\.|telemetry\.|internal\.span|net\.(?:peer|sock|host)\.port|server\.port|client\.port|network\.peer\.port|code\.)/;
const longestText = 100;
/** More than so many values, for more than so large a share of the traces, are ids. */
const maxDistinctValues = 50;
const maxDistinctShare = 0.5;

/** What the request itself tells, whatever attributes say it. */
export const requestFeatures = {
  prompt: "prompt tokens",
  output: "output tokens",
  error: "ended in error",
} as const;
const tokenCounts = /^gen_ai\.usage\.(?:prompt_tokens|completion_tokens|input_tokens|output_tokens)$/;

/** Linear in the attributes of all traces. Of those alone that are wanted. */
export function featuresOf(
  traces: readonly AnalysedTrace[],
  isWanted: (feature: Feature) => boolean = () => true,
): Features {
  return runAtOnce(featuresInSteps(traces, isWanted));
}

const tracesPerStep = 200;

/** The same in steps, for thousands of traces. */
export function* featuresInSteps(
  traces: readonly AnalysedTrace[],
  isWanted: (feature: Feature) => boolean = () => true,
): Generator<void, Features> {
  // The same few names come with every span.
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
    record(traceIndex, { attribute: requestFeatures.error, service: null }, trace.isError);
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

function selectFeatures(found: readonly (FeatureTable & { readonly isText: boolean })[]): Features {
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

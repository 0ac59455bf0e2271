/**
 * What can be said of a request besides its times: attributes of its spans, and of what each service ran on. The outermost span that
 * has an attribute speaks for the request. Attributes that are themselves times are left out, since a slow request has long times;
 * so are texts, and what is different for almost every request.
 */
import { atOnce } from "@/lib/base/in-steps";
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
  readonly leftOut: readonly { readonly feature: Feature; readonly reason: "text" | "different-for-each" }[];
}

const times =
  /^gen_ai\.latency\.|time_to_first|(?:^|[._])(?:durations?|latency|elapsed|(?:idle|busy|wait|queue|total|validation|inference)_(?:time|ns|ms)|time_(?:in|per)_[a-z_]+|idle_ns|busy_ns|seconds|ms|ns)$/i;
/** Numbers of the operating system and of single spans, which say nothing of the request. */
const incidental =
  /^(?:thread\.|process\.pid|otel\.|telemetry\.|internal\.span|net\.(?:peer|sock|host)\.port|server\.port|client\.port|network\.peer\.port|code\.)/;
const longestText = 100;
/** More than so many values, for more than so large a share of the traces, are ids. */
const mostValues = 50;
const mostShare = 0.5;

/** What the request itself tells, whatever attributes say it. */
export const ownFeatures = {
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
  return atOnce(featuresInSteps(traces, isWanted));
}

const tracesPerStep = 200;

/** The same in steps, for thousands of traces. */
export function* featuresInSteps(
  traces: readonly AnalysedTrace[],
  isWanted: (feature: Feature) => boolean = () => true,
): Generator<void, Features> {
  // The same few names come with every span.
  const known = new Map<string, boolean>();
  const isAsked = (attribute: string): boolean => {
    const asked = known.get(attribute) ?? isFeature(attribute);
    known.set(attribute, asked);
    return asked;
  };
  const found = new Map<
    string,
    { readonly feature: Feature; readonly values: (FeatureValue | null)[]; isText: boolean }
  >();
  const unwanted = new Set<string>();
  const note = (place: number, feature: Feature, value: AttributeValue | undefined): void => {
    if (value === undefined) return;
    const key = `${feature.service ?? ""}\n${feature.attribute}`;
    let own = found.get(key);
    if (own === undefined) {
      if (unwanted.has(key)) return;
      if (!isWanted(feature)) {
        unwanted.add(key);
        return;
      }
      own = { feature, values: traces.map(() => null), isText: false };
      found.set(key, own);
    }
    if (own.values[place] !== null) return;
    const plain = typeof value === "number" ? value : Array.isArray(value) ? value.join(", ") : String(value);
    if (typeof plain === "string" && plain.length > longestText) own.isText = true;
    else own.values[place] = plain;
  };
  for (const [place, trace] of traces.entries()) {
    if (place % tracesPerStep === tracesPerStep - 1) yield;
    note(place, { attribute: ownFeatures.prompt, service: null }, trace.promptTokens ?? undefined);
    note(place, { attribute: ownFeatures.output, service: null }, trace.outputTokens ?? undefined);
    note(place, { attribute: ownFeatures.error, service: null }, trace.isError);
    for (const { span } of trace.rows) {
      for (const [attribute, value] of Object.entries(span.attributes)) {
        if (isAsked(attribute)) note(place, { attribute, service: null }, value);
      }
      for (const [attribute, value] of Object.entries(span.resource)) {
        if (isAsked(attribute) && attribute !== "service.name")
          note(place, { attribute, service: span.service }, value);
      }
    }
  }
  return sifted([...found.values()]);
}

function isFeature(attribute: string): boolean {
  return !times.test(attribute) && !incidental.test(attribute) && !tokenCounts.test(attribute);
}

function sifted(found: readonly (FeatureTable & { readonly isText: boolean })[]): Features {
  const tables: FeatureTable[] = [];
  const leftOut: { feature: Feature; reason: "text" | "different-for-each" }[] = [];
  for (const { feature, values, isText } of found) {
    const told = values.filter((value) => value !== null);
    const distinct = new Set(told).size;
    const isNumber = told.every((value) => typeof value === "number");
    if (isText) leftOut.push({ feature, reason: "text" });
    else if (!isNumber && distinct > mostValues && distinct > mostShare * told.length)
      leftOut.push({ feature, reason: "different-for-each" });
    else tables.push({ feature, values });
  }
  return { tables, leftOut };
}

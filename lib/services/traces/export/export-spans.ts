/** Shared parts of all export formats: exported attributes and absolute times. */
import type { AttributeValue, Span, Trace } from "@/lib/model/traces/trace";
import { isPromptOrCompletion } from "@/lib/services/traces/waterfall/display-attributes";

/** Attributes of a span or resource to export. */
export type ExportAttributes = Readonly<Record<string, AttributeValue>>;

/** Selects whether the text of prompts and completions is exported. */
export interface ExportOptions {
  readonly includesPromptText: boolean;
}

/** Returns the attributes as pairs, without the text of prompts and completions unless it is requested. */
export function filterExportedAttributes(
  attributes: ExportAttributes,
  { includesPromptText }: ExportOptions,
): readonly (readonly [string, AttributeValue])[] {
  const entries = Object.entries(attributes);
  return includesPromptText ? entries : entries.filter(([name]) => !isPromptOrCompletion(name));
}

/** Converts nanoseconds since the start of the trace to nanoseconds since the epoch. */
export function toEpochNs({ startEpochNs }: Pick<Trace, "startEpochNs">, atNs: number): bigint {
  return BigInt(startEpochNs) + BigInt(Math.round(atNs));
}

/** Groups spans by process, in the order in which each process first appears. */
export function groupByResource(
  spans: readonly Span[],
): readonly (readonly [resource: ExportAttributes, spans: readonly Span[]])[] {
  const groups = new Map<string, { readonly resource: ExportAttributes; readonly spans: Span[] }>();
  for (const span of spans) {
    const resource = { ...span.resource, "service.name": span.service };
    const key = JSON.stringify(resource);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { resource, spans: [span] });
    else group.spans.push(span);
  }
  return [...groups.values()].map((group) => [group.resource, group.spans]);
}

const spansPerStep = 2_000;

/** Joins JSON values with commas, in steps so that the server stays responsive. */
export function* joinJson<T>(items: readonly T[], write: (item: T) => unknown): Generator<void, string> {
  const parts: string[] = [];
  for (const [index, item] of items.entries()) {
    parts.push(JSON.stringify(write(item)));
    if (index % spansPerStep === spansPerStep - 1) yield;
  }
  return parts.join(",");
}

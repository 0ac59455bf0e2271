/** What every written form of a trace shares: which attributes leave, and absolute times. */
import type { AttributeValue, Span, Trace } from "@/lib/model/trace";
import { isContent } from "@/lib/services/traces/clean-attributes";

export type ExportAttributes = Readonly<Record<string, AttributeValue>>;

/** `isTextKept`: with the texts of prompts and answers, which stay where they are unless somebody wants them. */
export interface ExportOptions {
  readonly includesPromptText: boolean;
}

export function exportedAttributes(
  attributes: ExportAttributes,
  { includesPromptText }: ExportOptions,
): readonly (readonly [string, AttributeValue])[] {
  const entries = Object.entries(attributes);
  return includesPromptText ? entries : entries.filter(([name]) => !isContent(name));
}

export function epochNs({ startEpochNs }: Pick<Trace, "startEpochNs">, atNs: number): bigint {
  return BigInt(startEpochNs) + BigInt(Math.round(atNs));
}

/** Spans that came from one process, in the order in which each process first appears. */
export function byResource(
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

/** Pieces of JSON with commas between them, in steps, so that others are answered meanwhile. */
export function* joinJson<T>(items: readonly T[], write: (item: T) => unknown): Generator<void, string> {
  const parts: string[] = [];
  for (const [index, item] of items.entries()) {
    parts.push(JSON.stringify(write(item)));
    if (index % spansPerStep === spansPerStep - 1) yield;
  }
  return parts.join(",");
}

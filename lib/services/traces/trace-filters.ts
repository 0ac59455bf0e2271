/** Conditions on traces. The source is asked for those that every API knows; the others are looked at after reading. */
import { firstNumber, outputTokenNames, promptTokenNames } from "@/lib/analysis/traces/attributes";
import { requestFeatures } from "@/lib/analysis/traces/contrast/features";
import type { AttributeValue, Span, Trace } from "@/lib/model/trace";

export interface TraceFilters {
  /** A span of the service has this name. */
  readonly operation?: string;
  readonly durationMinMs?: number;
  /** Nor is the trace longer, which a source does not look at: it asks for any span that is not. */
  readonly durationMaxMs?: number;
  /** Any span ended in error. */
  readonly isError?: boolean;
  /** Any one span or its resource has all of these, compared as text. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Any span or its resource has a number in it; lengths of prompt and output by their own names. */
  readonly range?: { readonly name: string; readonly above?: number; readonly upTo?: number };
}

/** True when `trace` fits what the source was not asked for. `service` is the one whose traces were asked. */
export function matchesFilters(trace: Trace, service: string, filters: TraceFilters = {}): boolean {
  const { isError, attributes, operation, durationMaxMs, range } = filters;
  if (durationMaxMs !== undefined && trace.durationNs > durationMaxMs * 1e6) return false;
  if (isError !== undefined && trace.spans.some((span) => span.isError) !== isError) return false;
  // A look-alike may not know the filter: it is held here as well.
  if (operation !== undefined && !trace.spans.some((span) => isOf(span, service, operation))) return false;
  if (range !== undefined && !isWithin(trace, range)) return false;
  if (attributes === undefined) return true;
  const wanted = Object.entries(attributes);
  if (wanted.length === 1 && isRequestNumber(trace, wanted[0])) return true;
  return trace.spans.some((span) => wanted.every(([name, text]) => has(span, name, text)));
}

function requestNumber(trace: Trace, name: string): number | null {
  if (name === requestFeatures.prompt) return firstNumber(trace.spans, promptTokenNames);
  return name === requestFeatures.output ? firstNumber(trace.spans, outputTokenNames) : null;
}

/** A length that the trace tells under another name. */
function isRequestNumber(trace: Trace, wanted: readonly [string, string] | undefined): boolean {
  return wanted !== undefined && String(requestNumber(trace, wanted[0])) === wanted[1];
}

function isWithin(trace: Trace, { name, above, upTo }: NonNullable<TraceFilters["range"]>): boolean {
  const isInRange = (value: unknown): boolean =>
    typeof value === "number" && value > (above ?? -Infinity) && value <= (upTo ?? Infinity);
  const length = requestNumber(trace, name);
  if (length !== null) return isInRange(length);
  return trace.spans.some(
    ({ attributes, resource }) => isInRange(attributes[name]) || isInRange(resource[name]),
  );
}

function isOf(span: Span, service: string, operation: string): boolean {
  return span.service === service && span.operation === operation;
}

function has({ attributes, resource }: Span, name: string, text: string): boolean {
  return isText(attributes[name], text) || isText(resource[name], text);
}

function isText(value: AttributeValue | undefined, text: string): boolean {
  if (value === undefined) return false;
  return Array.isArray(value) ? value.some((item) => String(item) === text) : String(value) === text;
}

/**
 * Filters on traces. Filters that every API supports are sent to the source; the others are applied after reading.
 */
import { ownValue } from "@/lib/base/own-value";
import {
  readFirstNumberAttribute,
  outputTokenNames,
  promptTokenNames,
} from "@/lib/analysis/traces/attributes";
import { requestFeatures } from "@/lib/analysis/traces/contrast/features";
import { findRequestOutcome, findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import type { AttributeValue, Span, Trace } from "@/lib/model/traces/trace";

/** Conditions on traces. Some of them are checked here, because not every source supports them. */
export interface TraceFilters {
  /** Exact name of a span of the service. */
  readonly operation?: string;
  readonly durationMinMs?: number;
  /** Maximum duration of a span and of the trace. A source checks spans only. */
  readonly durationMaxMs?: number;
  /** True if at least one span must have ended in error. Spans of an aborted request do not count. */
  readonly hasErrorSpan?: boolean;
  /** Attribute values as text by name. All of them must match in one span or its resource. */
  readonly attributeTexts?: Readonly<Record<string, string>>;
  /**
   * Limits of a numeric attribute of any span or its resource. Prompt and output lengths have fixed names.
   */
  readonly attributeRange?: { readonly name: string; readonly above?: number; readonly upTo?: number };
}

/** Returns whether `trace` matches the filters that the source did not apply. `service` is the queried service. */
export function matchesFilters(trace: Trace, service: string, filters: TraceFilters = {}): boolean {
  const { hasErrorSpan: isError, attributeTexts, operation, durationMaxMs, attributeRange } = filters;
  if (durationMaxMs !== undefined && trace.durationNs > durationMaxMs * 1e6) return false;
  if (isError !== undefined && hasErrorSpan(trace) !== isError) return false;
  // A compatible source may ignore this filter, so it is checked again.
  if (operation !== undefined && !trace.spans.some((span) => isOperationOfService(span, service, operation)))
    return false;
  if (attributeRange !== undefined && !isWithin(trace, attributeRange)) return false;
  if (attributeTexts === undefined) return true;
  const wanted = Object.entries(attributeTexts);
  if (wanted.length === 1 && isRequestNumber(trace, wanted[0])) return true;
  return trace.spans.some((span) => wanted.every(([name, text]) => hasAttributeText(span, name, text)));
}

/** A source reports aborted spans as errors, so they are excluded after reading. */
function hasErrorSpan(trace: Trace): boolean {
  const { spans } = trace;
  if (!spans.some((span) => span.isError)) return false;
  const rows = buildTreeRows(trace);
  const root = rows[buildRequestTree(rows).rootRow]?.span;
  const ofRequest = root === undefined ? "success" : findRequestOutcome(root, spans);
  return spans.some((span) => findSpanOutcome(span, ofRequest) === "error");
}

function requestNumber(trace: Trace, name: string): number | null {
  if (name === requestFeatures.prompt) return readFirstNumberAttribute(trace.spans, promptTokenNames);
  return name === requestFeatures.output ? readFirstNumberAttribute(trace.spans, outputTokenNames) : null;
}

/** Returns whether a prompt or output length, which the trace reports under another name, has the requested value. */
function isRequestNumber(trace: Trace, wanted: readonly [string, string] | undefined): boolean {
  return wanted !== undefined && String(requestNumber(trace, wanted[0])) === wanted[1];
}

function isWithin(trace: Trace, { name, above, upTo }: NonNullable<TraceFilters["attributeRange"]>): boolean {
  const isInRange = (value: unknown): boolean =>
    typeof value === "number" && value > (above ?? -Infinity) && value <= (upTo ?? Infinity);
  const length = requestNumber(trace, name);
  if (length !== null) return isInRange(length);
  return trace.spans.some(
    ({ attributes, resource }) =>
      isInRange(ownValue(attributes, name)) || isInRange(ownValue(resource, name)),
  );
}

function isOperationOfService(span: Span, service: string, operation: string): boolean {
  return span.service === service && span.operation === operation;
}

function hasAttributeText({ attributes, resource }: Span, name: string, text: string): boolean {
  return isText(ownValue(attributes, name), text) || isText(ownValue(resource, name), text);
}

function isText(value: AttributeValue | undefined, text: string): boolean {
  if (value === undefined) return false;
  return Array.isArray(value) ? value.some((item) => String(item) === text) : String(value) === text;
}

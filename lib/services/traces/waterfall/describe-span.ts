/** Details of the spans with one id, prepared for the browser. */
import { spanDisplayName, escapeHiddenCharacters } from "@/lib/base/safe-text";
import type { SpanDetail, SpanResponse } from "@/lib/contracts/traces/traces";
import { countDistinctSpans } from "@/lib/analysis/traces/distinct-spans";
import { listSpanInstanceNames } from "@/lib/analysis/traces/instance-names";
import type { Span, Trace } from "@/lib/model/traces/trace";
import {
  prepareAttributesForDisplay,
  truncateLine,
  type AttributeDisplayOptions,
} from "./display-attributes";
import { createLogsUrl } from "./logs-url";

/** Maximum number of spans with one id. Two spans may share an id; more indicate an error of the sender. */
const maxSpans = 20;
const maxEvents = 200;
const maxLinks = 100;

/**
 * Returns the details of the spans with the id `spanId`, usually one. Null if the trace has no such span.
 * `logsUrlTemplate` is the configured link to logs.
 */
export function describeSpan(
  trace: Trace,
  spanId: string,
  logsUrlTemplate: string | undefined,
  options: AttributeDisplayOptions = {},
): Omit<SpanResponse, "asOfMs"> | null {
  const matching = countDistinctSpans(trace.spans.filter((span) => span.spanId === spanId)).map(
    ({ span }) => span,
  );
  const [first] = matching;
  if (first === undefined) return null;
  return {
    spans: matching.slice(0, maxSpans).map((span) => detailOf(span, trace, options)),
    omittedCount: Math.max(0, matching.length - maxSpans),
    logsUrl: logsUrlTemplate === undefined ? null : createLogsUrl(logsUrlTemplate, trace, first),
  };
}

function detailOf(span: Span, trace: Trace, options: AttributeDisplayOptions): SpanDetail {
  const attributes =
    span.impossibleTimes === undefined
      ? span.attributes
      : { ...span.attributes, "reported times": span.impossibleTimes };
  const { links = [], traceState } = span;
  return {
    service: escapeHiddenCharacters(span.service),
    operation: spanDisplayName(span.operation),
    kind: span.kind,
    scope: span.scope,
    traceState: traceState === undefined ? null : truncateLine(traceState),
    statusMessage: span.statusMessage === undefined ? null : truncateLine(span.statusMessage),
    startNs: span.startNs,
    durationNs: span.durationNs,
    attributes: prepareAttributesForDisplay(attributes, options),
    resource: prepareAttributesForDisplay(span.resource, options),
    instanceNames: listSpanInstanceNames(trace.spans, span).map(escapeHiddenCharacters),
    events: span.events.slice(0, maxEvents).map((event) => ({
      name: event.name,
      atNs: event.atNs - span.startNs,
      attributes: prepareAttributesForDisplay(event.attributes, options),
    })),
    omittedEventCount: Math.max(0, span.events.length - maxEvents),
    links: links.slice(0, maxLinks).map((link) => ({
      traceId: link.traceId,
      spanId: link.spanId,
      traceState: link.traceState === undefined ? null : truncateLine(link.traceState),
      attributes: prepareAttributesForDisplay(link.attributes, options),
    })),
    omittedLinkCount: Math.max(0, links.length - maxLinks),
  };
}

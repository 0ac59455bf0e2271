/** Everything that the spans of one id say of themselves, fit for a browser. */
import { nameOfSpan, unturned } from "@/lib/base/safe-text";
import type { SpanDetail, SpanResponse } from "@/lib/contracts/traces";
import { distinctSpans } from "@/lib/analysis/traces/distinct-spans";
import { toldPlaces } from "@/lib/analysis/traces/told-places";
import type { Span, Trace } from "@/lib/model/trace";
import { cleanAttributes, cutLine } from "./clean-attributes";
import { logsUrlOf } from "./logs-url";

/** Spans that share an id; two are usual, more a fault of the sender. */
const mostSpans = 20;
const mostEvents = 200;
const mostLinks = 100;

/** `logsUrl`: the configured address, undefined where there is none. Null where the trace has no span of this id. */
export function describeSpan(
  trace: Trace,
  spanId: string,
  logsUrl: string | undefined,
): Omit<SpanResponse, "asOfMs"> | null {
  const own = distinctSpans(trace.spans.filter((span) => span.spanId === spanId)).map(({ span }) => span);
  const [first] = own;
  if (first === undefined) return null;
  return {
    spans: own.slice(0, mostSpans).map((span) => detailOf(span, trace)),
    omitted: Math.max(0, own.length - mostSpans),
    logsUrl: logsUrl === undefined ? null : logsUrlOf(logsUrl, trace, first),
  };
}

function detailOf(span: Span, trace: Trace): SpanDetail {
  const attributes =
    span.impossibleTimes === undefined
      ? span.attributes
      : { ...span.attributes, "times as told": span.impossibleTimes };
  const { links = [], traceState } = span;
  return {
    service: unturned(span.service),
    operation: nameOfSpan(span.operation),
    kind: span.kind,
    scope: span.scope,
    traceState: traceState === undefined ? null : cutLine(traceState),
    statusMessage: span.statusMessage === undefined ? null : cutLine(span.statusMessage),
    startNs: span.startNs,
    durationNs: span.durationNs,
    attributes: cleanAttributes(attributes),
    resource: cleanAttributes(span.resource),
    places: toldPlaces(trace.spans, span).map(unturned),
    events: span.events.slice(0, mostEvents).map((event) => ({
      name: event.name,
      atNs: event.atNs - span.startNs,
      attributes: cleanAttributes(event.attributes),
    })),
    eventsLeftOut: Math.max(0, span.events.length - mostEvents),
    links: links.slice(0, mostLinks).map((link) => ({
      traceId: link.traceId,
      spanId: link.spanId,
      traceState: link.traceState === undefined ? null : cutLine(link.traceState),
      attributes: cleanAttributes(link.attributes),
    })),
    linksLeftOut: Math.max(0, links.length - mostLinks),
  };
}

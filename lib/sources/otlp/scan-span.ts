/** Parses one span from JSON text, field by field. The schema parses spans in an uncommon form. */
import { atZero } from "./epoch-time";
import { fieldHead, nextHead, type createHeads } from "./heads";
import { closeBrace, comma, openBrace, quote, type JsonText } from "./json-text";
import type { SpanAttributes } from "./mapper";
import { eventsOf, linksOf, statusOf } from "./read-span";
import { noAttributes, plainAttributes } from "./scan-attributes";
import type { OtlpSpan } from "./wire";

export type SpanParts = Omit<OtlpSpan, "attributes"> & { attributes: SpanAttributes };

/** State that is kept between spans. */
export interface SpanScan {
  readonly json: JsonText;
  readonly heads: ReturnType<typeof createHeads>;
  /** Trace id of the previous span as it appears in the text: spans of one trace are usually adjacent. */
  traceId: { readonly text: string; readonly id: string };
}

const noEvents: OtlpSpan["events"] = [];
const noLinks: OtlpSpan["links"] = [];
const unset: OtlpSpan["status"] = { code: 0, message: "" };

/** Returns null for a span that only the schema can parse. */
export function plainParts(scan: SpanScan): SpanParts | null {
  const { json } = scan;
  const span: SpanParts = {
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    kind: 0,
    startTimeUnixNano: atZero,
    endTimeUnixNano: atZero,
    attributes: noAttributes,
    events: noEvents,
    traceState: "",
    links: noLinks,
    status: unset,
  };
  json.take(openBrace);
  let head = scan.heads.span;
  do {
    const next = nextHead(json, head, fieldHead);
    if (next === null || !readField(scan, span, next.key)) return null;
    head = next;
  } while (json.takes(comma));
  json.take(closeBrace);
  return span.traceId === "" || span.spanId === "" ? null : span;
}

/** Returns false when the field has an uncommon form. */
// oxlint-disable-next-line complexity -- one case for each field
function readField(scan: SpanScan, span: SpanParts, key: string): boolean {
  const { json } = scan;
  switch (key) {
    case "traceId":
      return readTraceId(scan, span);
    case "spanId":
      return readId(json, span, key);
    case "parentSpanId":
      return json.passes('""') || readId(json, span, key);
    case "name":
    case "traceState":
      if (json.next() !== quote) return false;
      span[key] = json.name();
      return true;
    case "kind":
      span.kind = json.next() === quote ? json.name() : json.number();
      return typeof span.kind === "string" || Number.isSafeInteger(span.kind);
    case "startTimeUnixNano":
    case "endTimeUnixNano":
      return readTime(json, span, key);
    case "attributes":
    case "events":
    case "links":
    case "status":
      return readPart(scan, span, key);
    default:
      json.skip();
      return true;
  }
}

const longestId = 32;

function readTraceId(scan: SpanScan, span: SpanParts): boolean {
  const { json, traceId } = scan;
  if (json.passes(traceId.text)) {
    span.traceId = traceId.id;
    return true;
  }
  if (!readId(json, span, "traceId")) return false;
  scan.traceId = { text: `"${span.traceId}"`, id: span.traceId };
  return true;
}

function readId(json: JsonText, span: SpanParts, key: "traceId" | "spanId" | "parentSpanId"): boolean {
  const id = json.hex();
  if (id === null || id.length > longestId) return false;
  span[key] = id;
  return true;
}

function readTime(json: JsonText, span: SpanParts, key: "startTimeUnixNano" | "endTimeUnixNano"): boolean {
  const time = json.time();
  if (time === null) return false;
  span[key] = time;
  return true;
}

function readPart(
  { json, heads }: SpanScan,
  span: SpanParts,
  key: "attributes" | "events" | "links" | "status",
): boolean {
  if (key === "attributes") {
    const attributes = plainAttributes(json, heads.beginning(span.name));
    if (attributes !== null) span.attributes = attributes;
    return attributes !== null;
  }
  if (key === "events") {
    const events = eventsOf(json.value());
    if (events !== null) span.events = events;
    return events !== null;
  }
  if (key === "links") {
    const links = linksOf(json.value());
    if (links !== null) span.links = links;
    return links !== null;
  }
  const status = json.passes("{}") ? unset : statusOf(json.value());
  if (status !== null) span.status = status;
  return status !== null;
}

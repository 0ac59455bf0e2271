/**
 * The fast way through an answer of many traces: its spans are made from the text as it stands, without the objects of JSON.parse
 * between, which takes a third of the time. What stands in an order or a form that programs do not write is read the slow way, so
 * this never decides that an answer is bad.
 */
import type { AttributeValue, Trace } from "@/lib/model/trace";
import {
  closeBrace,
  closeBracket,
  comma,
  JsonText,
  NotExpected,
  openBrace,
  openBracket,
  quote,
} from "./json-text";
import { finite, fromOtlp, gatherSpans, put, safeInteger, type Attributes, type SpanPlace } from "./mapper";
import { eventsOf, linksOf, readOtlpSpan, statusOf } from "./read-span";
import { otlpAttributes, type OtlpSpan } from "./wire";

type GatheredSpans = ReturnType<typeof gatherSpans>;
type SpanParts = Omit<OtlpSpan, "attributes"> & { attributes: Attributes };

/** The traces of `{"result":{"resourceSpans":[…]}}`; null where that is not what it is, or it has to be read the slow way. */
export function scanTraces(body: Uint8Array): readonly Trace[] | null {
  const json = new JsonText(body);
  const gathered = gatherSpans();
  const resources = new Map<string, Attributes>();
  try {
    let isFound = false;
    fields(json, (key) => {
      if (key !== "result") return json.skip();
      isFound = true;
      fields(json, (inner) => {
        if (inner === "resourceSpans") items(json, () => scanResource(json, resources, gathered));
        else json.skip();
      });
    });
    return isFound ? gathered.traces() : null;
  } catch (error) {
    if (error instanceof NotExpected) return null;
    throw error;
  }
}

function fields(json: JsonText, read: (key: string) => void): void {
  json.take(openBrace);
  if (json.takes(closeBrace)) return;
  do read(json.key());
  while (json.takes(comma));
  json.take(closeBrace);
}

function items(json: JsonText, read: () => void): void {
  json.take(openBracket);
  if (json.takes(closeBracket)) return;
  do read();
  while (json.takes(comma));
  json.take(closeBracket);
}

/** What spans are of has to stand before them. */
function scanResource(json: JsonText, resources: Map<string, Attributes>, gathered: GatheredSpans): void {
  let resource: Attributes = {};
  let hasSpans = false;
  fields(json, (key) => {
    if (key === "resource") {
      if (hasSpans) throw new NotExpected();
      resource = resourceOf(json, resources);
    } else if (key === "scopeSpans") {
      hasSpans = true;
      items(json, () => scanScope(json, resource, gathered));
    } else json.skip();
  });
}

/** So many are compared with before one is read. */
const fewResources = 16;

/** The same few resources stand before the spans of each trace. */
function resourceOf(json: JsonText, resources: Map<string, Attributes>): Attributes {
  for (const [text, resource] of resources) if (json.passes(text)) return resource;
  const from = json.here();
  const told = json.value();
  if (typeof told !== "object" || told === null) throw new NotExpected();
  const parsed = otlpAttributes.safeParse("attributes" in told ? told.attributes : undefined);
  if (!parsed.success) throw new NotExpected();
  const resource = fromOtlp(parsed.data);
  if (resources.size < fewResources) resources.set(json.since(from), resource);
  return resource;
}

function scanScope(json: JsonText, resource: Attributes, gathered: GatheredSpans): void {
  let scope = "";
  let hasSpans = false;
  fields(json, (key) => {
    if (key === "scope") {
      if (hasSpans) throw new NotExpected();
      fields(json, (inner) => {
        if (inner === "name" && json.next() === quote) scope = json.name();
        else if (inner === "name") throw new NotExpected();
        else json.skip();
      });
    } else if (key === "spans") {
      hasSpans = true;
      const place = { resource, scope };
      items(json, () => scanSpan(json, place, gathered));
    } else json.skip();
  });
}

function scanSpan(json: JsonText, place: SpanPlace, gathered: GatheredSpans): void {
  const from = json.here();
  const parts = plainParts(json);
  if (parts !== null) return gathered.addRead(parts, parts.attributes, place);
  json.rewind(from);
  const span = readOtlpSpan(json.value());
  if (span === null) throw new NotExpected();
  gathered.add(span, place);
}

const none: Attributes = {};
const noEvents: OtlpSpan["events"] = [];
const noLinks: OtlpSpan["links"] = [];
const unset: OtlpSpan["status"] = { code: 0, message: "" };

/** Null for a span that only the schema may judge. */
function plainParts(json: JsonText): SpanParts | null {
  const span: SpanParts = {
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    kind: 0,
    startTimeUnixNano: 0n,
    endTimeUnixNano: 0n,
    attributes: none,
    events: noEvents,
    traceState: "",
    links: noLinks,
    status: unset,
  };
  json.take(openBrace);
  do {
    if (!readField(json, span)) return null;
  } while (json.takes(comma));
  json.take(closeBrace);
  return span.traceId === "" || span.spanId === "" ? null : span;
}

/** False where it is not in the form in which it is mostly written. */
// oxlint-disable-next-line complexity -- one case for each field
function readField(json: JsonText, span: SpanParts): boolean {
  const key = json.key();
  switch (key) {
    case "traceId":
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
      return readPart(json, span, key);
    default:
      json.skip();
      return true;
  }
}

const longestId = 32;
const longestTime = 20;

function readId(json: JsonText, span: SpanParts, key: "traceId" | "spanId" | "parentSpanId"): boolean {
  const id = json.hex();
  if (id === null || id.length > longestId) return false;
  span[key] = id;
  return true;
}

function readTime(json: JsonText, span: SpanParts, key: "startTimeUnixNano" | "endTimeUnixNano"): boolean {
  const time = json.digits();
  if (time === null || time.length > longestTime) return false;
  span[key] = BigInt(time);
  return true;
}

function readPart(
  json: JsonText,
  span: SpanParts,
  key: "attributes" | "events" | "links" | "status",
): boolean {
  if (key === "attributes") {
    const attributes = plainAttributes(json);
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

/** Null where one is not as they are mostly written: its key first, and a value of one plain kind. */
function plainAttributes(json: JsonText): Attributes | null {
  json.take(openBracket);
  if (json.takes(closeBracket)) return none;
  const told: Record<string, AttributeValue> = {};
  do {
    json.take(openBrace);
    if (json.key() !== "key" || json.next() !== quote) return null;
    const key = json.name();
    if (!json.takes(comma) || json.key() !== "value") return null;
    const value = plainValue(json);
    if (value === null || !json.takes(closeBrace)) return null;
    put(told, key, value);
  } while (json.takes(comma));
  json.take(closeBracket);
  return told;
}

/** Of one kind only: which of several counts is the schema's to say. */
function plainValue(json: JsonText): AttributeValue | null {
  json.take(openBrace);
  if (json.next() !== quote) return null;
  const kind = json.key();
  const value = json.next() === quote ? ofText(kind, json) : ofToken(kind, json);
  return json.takes(closeBrace) ? value : null;
}

function ofText(kind: string, json: JsonText): AttributeValue | null {
  if (kind === "stringValue") return json.string();
  if (kind === "intValue") return safeInteger(json.string());
  return kind === "doubleValue" ? finite(json.string()) : null;
}

function ofToken(kind: string, json: JsonText): AttributeValue | null {
  if (kind === "boolValue") {
    const value = json.value();
    return typeof value === "boolean" ? value : null;
  }
  if (kind !== "intValue" && kind !== "doubleValue") return null;
  const value = json.number();
  if (!Number.isFinite(value)) return null;
  return kind === "intValue" ? safeInteger(value) : value;
}

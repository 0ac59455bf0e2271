/**
 * The fast way through an answer of many traces: its spans are made from the text as it stands, without the objects of JSON.parse
 * between, which takes a third of the time. What stands in an order or a form that programs do not write is read the slow way, so
 * this never decides that an answer is bad.
 */
import type { AttributeValue, Trace } from "@/lib/model/trace";
import { attributeHead, fieldHead, heads, nextHead, type Head } from "./heads";
import { atZero } from "./epoch-time";
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

/** What is held while an answer is gone through. */
interface Scan {
  readonly json: JsonText;
  readonly gathered: GatheredSpans;
  readonly resources: Map<string, Attributes>;
  readonly heads: ReturnType<typeof heads>;
  /** Of the span before, as it stands in the text: spans of one trace mostly stand together. */
  traceId: { readonly text: string; readonly id: string };
}

/** Text of so many characters is gone through in some milliseconds. */
const charactersPerStep = 524_288;

/**
 * The traces of `{"result":{"resourceSpans":[…]}}`; null where that is not what it is, or it has to be read the slow way. In steps, so
 * that others are answered meanwhile.
 */
export function* scanTraces(body: Uint8Array): Generator<void, readonly Trace[] | null> {
  const gathered = gatherSpans();
  const scan: Scan = {
    json: new JsonText(body),
    gathered,
    resources: new Map(),
    heads: heads(),
    traceId: { text: '""', id: "" },
  };
  try {
    return (yield* scanBody(scan)) ? gathered.traces() : null;
  } catch (error) {
    if (error instanceof NotExpected) return null;
    throw error;
  }
}

/** Whether there was a result. */
function* scanBody(scan: Scan): Generator<void, boolean> {
  const { json } = scan;
  let isFound = false;
  json.take(openBrace);
  if (json.takes(closeBrace)) return false;
  do {
    if (json.key() === "result") {
      isFound = true;
      yield* scanResult(scan);
    } else json.skip();
  } while (json.takes(comma));
  json.take(closeBrace);
  return isFound;
}

function* scanResult(scan: Scan): Generator<void> {
  const { json } = scan;
  json.take(openBrace);
  if (json.takes(closeBrace)) return;
  do {
    if (json.key() === "resourceSpans") yield* scanResources(scan);
    else json.skip();
  } while (json.takes(comma));
  json.take(closeBrace);
}

function* scanResources(scan: Scan): Generator<void> {
  const { json } = scan;
  json.take(openBracket);
  if (json.takes(closeBracket)) return;
  let stepFrom = json.here();
  do {
    scanResource(scan);
    if (json.here() - stepFrom < charactersPerStep) continue;
    yield;
    stepFrom = json.here();
  } while (json.takes(comma));
  json.take(closeBracket);
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
function scanResource(scan: Scan): void {
  const { json, resources } = scan;
  let resource: Attributes = {};
  let hasSpans = false;
  fields(json, (key) => {
    if (key === "resource") {
      if (hasSpans) throw new NotExpected();
      resource = resourceOf(json, resources);
    } else if (key === "scopeSpans") {
      hasSpans = true;
      items(json, () => scanScope(scan, resource));
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

function scanScope(scan: Scan, resource: Attributes): void {
  const { json } = scan;
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
      items(json, () => scanSpan(scan, place));
    } else json.skip();
  });
}

function scanSpan(scan: Scan, place: SpanPlace): void {
  const { json, gathered } = scan;
  const from = json.here();
  const parts = plainParts(scan);
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
function plainParts(scan: Scan): SpanParts | null {
  const { json } = scan;
  const span: SpanParts = {
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    kind: 0,
    startTimeUnixNano: atZero,
    endTimeUnixNano: atZero,
    attributes: none,
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

/** False where it is not in the form in which it is mostly written. */
// oxlint-disable-next-line complexity -- one case for each field
function readField(scan: Scan, span: SpanParts, key: string): boolean {
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

function readTraceId(scan: Scan, span: SpanParts): boolean {
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
  { json, heads }: Scan,
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

/** Null where one is not as they are mostly written: its key first, and a value of one plain kind only; of several the schema judges. */
function plainAttributes(json: JsonText, beginning: Head): Attributes | null {
  json.take(openBracket);
  if (json.takes(closeBracket)) return none;
  const told: Record<string, AttributeValue> = {};
  let head = beginning;
  do {
    const next = nextHead(json, head, attributeHead);
    if (next === null) return null;
    head = next;
    const value = json.next() === quote ? ofText(head.kind, json) : ofToken(head.kind, json);
    if (value === null || !json.takes(closeBrace) || !json.takes(closeBrace)) return null;
    put(told, head.key, value);
  } while (json.takes(comma));
  json.take(closeBracket);
  return told;
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

/**
 * Parses a span with the result of the schema in `wire.ts`. Most spans have a common form, which is checked field by
 * field and converted only where needed: the schema takes fifteen times as long, and a trace may have 50,000 spans.
 * The schema parses all other forms.
 */
import { epochZero, parseEpochTime, type EpochTime } from "./epoch-time";
import { otlpSpan, type OtlpAttributes, type OtlpSpan } from "./wire";

type Unread = { readonly [key: string]: unknown };

/** Returns the span. Null if `value` is not a valid OTLP span. */
export function readOtlpSpan(value: unknown): OtlpSpan | null {
  const plain = plainSpan(value);
  if (plain !== null) return plain;
  const parsed = otlpSpan.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function plainSpan(value: unknown): OtlpSpan | null {
  if (!isObject(value)) return null;
  const {
    traceId,
    spanId,
    parentSpanId = "",
    name = "",
    kind = 0,
    attributes = none,
    traceState = "",
  } = value;
  const [start, end] = [timeOf(value["startTimeUnixNano"]), timeOf(value["endTimeUnixNano"])];
  const events = eventsOf(value["events"]);
  const links = linksOf(value["links"]);
  const status = statusOf(value["status"]);
  const isPlain =
    isId(traceId) &&
    isId(spanId) &&
    (parentSpanId === "" || isId(parentSpanId)) &&
    typeof name === "string" &&
    typeof traceState === "string" &&
    (typeof kind === "string" || isInteger(kind)) &&
    isAttributeList(attributes);
  if (!isPlain || start === null || end === null) return null;
  if (events === null || links === null || status === null) return null;
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes,
    events,
    traceState,
    links,
    status,
  };
}

const none: OtlpAttributes = [];
const noEvents: OtlpSpan["events"] = [];
const noLinks: OtlpSpan["links"] = [];
const unset: OtlpSpan["status"] = { code: 0, message: "" };
const lowerHex = /^[0-9a-f]{1,32}$/;
const digits = /^\d{1,20}$/;

const isObject = (value: unknown): value is Unread =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => typeof value === "string" && lowerHex.test(value);
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/** Returns the time of a string of digits, in nanoseconds since the epoch. Null for other values. */
function timeOf(value: unknown): EpochTime | null {
  if (value === undefined) return epochZero;
  return typeof value === "string" && digits.test(value) ? parseEpochTime(value) : null;
}

/** Returns the status of a span. Null if only the schema can decide whether it is valid. */
function statusOf(status: unknown): OtlpSpan["status"] | null {
  if (status === undefined) return unset;
  if (!isObject(status)) return null;
  const { code = 0, message = "" } = status;
  const isCode = typeof code === "string" || (typeof code === "number" && Number.isFinite(code));
  return isCode && typeof message === "string" ? { code, message } : null;
}

/** Returns the events of a span. Null if only the schema can decide whether they are valid. */
function eventsOf(events: unknown): OtlpSpan["events"] | null {
  if (events === undefined) return noEvents;
  if (!Array.isArray(events)) return null;
  const read: OtlpSpan["events"] = [];
  for (const event of events) {
    if (!isObject(event)) return null;
    const { name = "", attributes = none } = event;
    const timeUnixNano = timeOf(event["timeUnixNano"]);
    if (timeUnixNano === null || typeof name !== "string" || !isAttributeList(attributes)) return null;
    read.push({ timeUnixNano, name, attributes });
  }
  return read;
}

/** Returns the links of a span. Null if only the schema can decide whether they are valid. */
function linksOf(links: unknown): OtlpSpan["links"] | null {
  if (links === undefined) return noLinks;
  if (!Array.isArray(links)) return null;
  const read: OtlpSpan["links"] = [];
  for (const link of links) {
    if (!isObject(link)) return null;
    const { traceId, spanId, traceState = "", attributes = none } = link;
    if (!isId(traceId) || !isId(spanId) || typeof traceState !== "string" || !isAttributeList(attributes))
      return null;
    read.push({ traceId, spanId, traceState, attributes });
  }
  return read;
}

/** Returns whether `value` is a list of OTLP attributes: each has a string key and a value of exactly one type. */
export function isAttributeList(value: unknown): value is OtlpAttributes {
  return Array.isArray(value) && value.every(isAttribute);
}

/**
 * Returns whether an attribute has a value of exactly one type. If it has several, the schema decides which one counts.
 */
function isAttribute(attribute: unknown): boolean {
  if (!isObject(attribute) || typeof attribute["key"] !== "string") return false;
  const value = attribute["value"];
  if (!isObject(value)) return false;
  const [kind, ...otherKinds] = Object.keys(value);
  if (kind === undefined || otherKinds.length > 0) return false;
  const content = value[kind];
  if (kind === "stringValue" || kind === "bytesValue") return typeof content === "string";
  if (kind === "intValue" || kind === "doubleValue")
    return typeof content === "string" || (typeof content === "number" && Number.isFinite(content));
  return kind === "boolValue" && typeof content === "boolean";
}

/**
 * Zod schemas of trace source responses: `/api/v3` uses OTLP JSON, the legacy API uses Jaeger JSON. They list only
 * the fields that are read. Fields that the source omits because they are empty get their default here.
 */
import { z } from "zod";
import { otlpTraces } from "@/lib/sources/otlp/groups";
import { hexId } from "@/lib/sources/otlp/wire";

/** Traces of a v3 response, which has the spans of all traces in one list. */
export const v3Traces = z
  .object({ result: z.object({ resourceSpans: otlpTraces.default([]) }) })
  .transform(({ result }) => result.resourceSpans);

const legacyTag = z.object({
  key: z.string(),
  type: z.string().default("string"),
  value: z.union([z.string(), z.number(), z.boolean()]),
});
/** Tag of a span or process in Jaeger JSON. */
export type LegacyTag = z.infer<typeof legacyTag>;
const legacyTags = z.array(legacyTag).nullable().default(null);

/** Schema of a span in Jaeger JSON. */
export const legacySpan = z.object({
  spanID: hexId,
  operationName: z.string().default(""),
  references: z
    .array(z.object({ refType: z.string(), traceID: hexId, spanID: hexId }))
    .nullable()
    .default(null),
  /** Microseconds since the epoch. */
  startTime: z.number(),
  /** Microseconds. */
  duration: z.number(),
  tags: legacyTags,
  logs: z
    .array(z.object({ timestamp: z.number(), fields: legacyTags }))
    .nullable()
    .default(null),
  processID: z.string().default(""),
});
/** Span in Jaeger JSON. */
export type LegacySpan = z.infer<typeof legacySpan>;

const lowerHex = /^[0-9a-f]{1,32}$/;

/**
 * Returns `value` as a span; null when it is not a span. Valid spans are returned unchanged, because parsing by
 * schema copies every part and a trace may have 50,000 spans.
 */
export function readLegacySpan(value: unknown): LegacySpan | null {
  if (isLegacySpan(value)) return value;
  const parsed = legacySpan.safeParse(value);
  return parsed.success ? parsed.data : null;
}

type Unread = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Unread =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): boolean => typeof value === "string" && lowerHex.test(value);

function isLegacySpan(value: unknown): value is LegacySpan {
  if (!isObject(value)) return false;
  const { spanID, operationName, references, startTime, duration, tags, logs, processID } = value;
  return (
    isId(spanID) &&
    typeof operationName === "string" &&
    typeof processID === "string" &&
    Number.isFinite(startTime) &&
    Number.isFinite(duration) &&
    Array.isArray(references) &&
    references.every(
      (one) =>
        isObject(one) && typeof one["refType"] === "string" && isId(one["traceID"]) && isId(one["spanID"]),
    ) &&
    areTags(tags) &&
    Array.isArray(logs) &&
    logs.every((log) => isObject(log) && Number.isFinite(log["timestamp"]) && areTags(log["fields"]))
  );
}

function areTags(tags: unknown): boolean {
  return (
    Array.isArray(tags) &&
    tags.every((tag: unknown) => {
      if (!isObject(tag) || typeof tag["key"] !== "string" || typeof tag["type"] !== "string") return false;
      const kind = typeof tag["value"];
      return kind === "string" || kind === "boolean" || (kind === "number" && Number.isFinite(tag["value"]));
    })
  );
}

/** Schema of a trace in Jaeger JSON, with its spans and processes. */
export const legacyTrace = z.object({
  traceID: hexId,
  spans: z.array(z.unknown()).transform((spans, context): LegacySpan[] => {
    const read = spans.map(readLegacySpan);
    if (read.includes(null)) context.addIssue({ code: "custom", message: "not a span" });
    return read.filter((span) => span !== null);
  }),
  processes: z.record(z.string(), z.object({ serviceName: z.string(), tags: legacyTags })).default({}),
});
/** Trace in Jaeger JSON. */
export type LegacyTrace = z.infer<typeof legacyTrace>;

/** Schema of a response of the old API with a list of traces. */
export const legacyTraces = z.object({ data: z.array(legacyTrace).nullable() });

/** Schema of a response of `/api/v3` with the names of services. */
export const v3Services = z.object({ services: z.array(z.string()).default([]) });
/** Schema of a response of the old API with the names of services. */
export const legacyServices = z.object({ data: z.array(z.string()).nullable() });

/** Schema of an error response of API v3. The old API has a different envelope. */
export const v3Failure = z.object({ error: z.object({ message: z.string().default("") }) });
/** Schema of an error response of the old API. */
export const legacyFailure = z.object({ errors: z.array(z.object({ msg: z.string() })).min(1) });

/**
 * The shapes in which a trace source answers: `/api/v3` in OTLP's JSON, the older API in Jaeger's own. Only what is read
 * is named; fields that the source leaves out because they are empty get their empty value here.
 */
import { z } from "zod";
import { hexId, resourceSpans } from "@/lib/sources/otlp/wire";

export const v3Traces = z.object({ result: z.object({ resourceSpans: resourceSpans.default([]) }) });
export type V3Traces = z.infer<typeof v3Traces>;

const oldTag = z.object({
  key: z.string(),
  type: z.string().default("string"),
  value: z.union([z.string(), z.number(), z.boolean()]),
});
export type OldTag = z.infer<typeof oldTag>;
const oldTags = z.array(oldTag).nullable().default(null);

export const oldSpan = z.object({
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
  tags: oldTags,
  logs: z
    .array(z.object({ timestamp: z.number(), fields: oldTags }))
    .nullable()
    .default(null),
  processID: z.string().default(""),
});
export type OldSpan = z.infer<typeof oldSpan>;

export const oldTrace = z.object({
  traceID: hexId,
  spans: z.array(oldSpan),
  processes: z.record(z.string(), z.object({ serviceName: z.string(), tags: oldTags })).default({}),
});
export type OldTrace = z.infer<typeof oldTrace>;

export const oldTraces = z.object({ data: z.array(oldTrace).nullable() });

export const v3Services = z.object({ services: z.array(z.string()).default([]) });
export const oldServices = z.object({ data: z.array(z.string()).nullable() });

/** Both APIs tell failures in JSON, each in its own envelope. */
export const v3Failure = z.object({ error: z.object({ message: z.string().default("") }) });
export const oldFailure = z.object({ errors: z.array(z.object({ msg: z.string() })).min(1) });

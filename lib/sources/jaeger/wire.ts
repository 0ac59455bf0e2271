/**
 * The shapes in which a trace source answers: `/api/v3` in OTLP's JSON, the older API in Jaeger's own. Only what is read
 * is named; fields that the source leaves out because they are empty get their empty value here.
 */
import { z } from "zod";

const hexId = z
  .string()
  .regex(/^[0-9a-fA-F]{1,32}$/)
  .transform((id) => id.toLowerCase());

/** Protobuf's JSON writes 64-bit numbers as text; some servers write them as numbers. */
const wholeNumber = z.union([z.string().regex(/^-?\d{1,20}$/), z.number().int()]).transform(BigInt);

const otlpScalar = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ boolValue: z.boolean() }),
  z.object({ intValue: z.union([z.string(), z.number()]) }),
  z.object({ doubleValue: z.union([z.number(), z.string()]) }),
  z.object({ bytesValue: z.string() }),
]);
const otlpValue = z.union([
  otlpScalar,
  z.object({ arrayValue: z.unknown() }),
  z.object({ kvlistValue: z.unknown() }),
  // A value of no kind, which OTLP allows.
  z.object({}).transform(() => ({ stringValue: "" })),
]);
export type OtlpValue = z.infer<typeof otlpValue>;

const otlpAttributes = z
  .array(z.object({ key: z.string(), value: otlpValue.default({ stringValue: "" }) }))
  .default([]);
export type OtlpAttributes = z.infer<typeof otlpAttributes>;
export const otlpArray = z.object({ values: z.array(otlpValue).default([]) });

const otlpSpan = z.object({
  traceId: hexId,
  spanId: hexId,
  parentSpanId: z.union([z.literal(""), hexId]).default(""),
  name: z.string().default(""),
  /** OTLP's JSON writes enumerations as integers, protobuf's own as names. */
  kind: z.union([z.number().int(), z.string()]).default(0),
  startTimeUnixNano: wholeNumber.default(0n),
  endTimeUnixNano: wholeNumber.default(0n),
  attributes: otlpAttributes,
  events: z
    .array(
      z.object({
        timeUnixNano: wholeNumber.default(0n),
        name: z.string().default(""),
        attributes: otlpAttributes,
      }),
    )
    .default([]),
  status: z.object({ code: z.union([z.number(), z.string()]).default(0) }).default({ code: 0 }),
});
export type OtlpSpan = z.infer<typeof otlpSpan>;

export const v3Traces = z.object({
  result: z.object({
    resourceSpans: z
      .array(
        z.object({
          resource: z.object({ attributes: otlpAttributes }).default({ attributes: [] }),
          scopeSpans: z
            .array(
              z.object({
                scope: z.object({ name: z.string().default("") }).default({ name: "" }),
                spans: z.array(otlpSpan).default([]),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});
export type V3Traces = z.infer<typeof v3Traces>;

const oldTag = z.object({
  key: z.string(),
  type: z.string().default("string"),
  value: z.union([z.string(), z.number(), z.boolean()]),
});
export type OldTag = z.infer<typeof oldTag>;
const oldTags = z.array(oldTag).nullable().default(null);

const oldSpan = z.object({
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

const oldTrace = z.object({
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

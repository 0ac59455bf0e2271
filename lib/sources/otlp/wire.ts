/**
 * Spans in OTLP's JSON, as several kinds of source and files write them. Only what is read is named; fields that are left out
 * because they are empty get their empty value here.
 */
import { z } from "zod";
import { atZero, epochTime } from "./epoch-time";

/** Eight or sixteen bytes in base64, as protobuf's own JSON writes them; never taken for hex, which has no "=". */
const base64Id = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==)$/)
  .transform((text) =>
    Array.from(atob(text), (byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, "0")).join(""),
  );

/** An id in lower-case hex. */
export const hexId = z.union([
  z
    .string()
    .regex(/^[0-9a-fA-F]{1,32}$/)
    .transform((id) => id.toLowerCase()),
  base64Id,
]);

/** Nanoseconds since 1970. Protobuf's JSON writes 64-bit numbers as text; some servers write them as numbers. */
const instant = z
  .union([z.string().regex(/^-?\d{1,20}$/), z.number().int()])
  .transform((digits) => epochTime(BigInt(digits)));

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

export const otlpAttributes = z
  .array(z.object({ key: z.string(), value: otlpValue.default({ stringValue: "" }) }))
  .default([]);
export type OtlpAttributes = z.infer<typeof otlpAttributes>;
export const otlpMap = z.object({ values: otlpAttributes });
export const otlpArray = z.object({ values: z.array(otlpValue).default([]) });

export const otlpSpan = z.object({
  traceId: hexId,
  spanId: hexId,
  parentSpanId: z.union([z.literal(""), hexId]).default(""),
  name: z.string().default(""),
  /** OTLP's JSON writes enumerations as integers, protobuf's own as names. */
  kind: z.union([z.number().int(), z.string()]).default(0),
  startTimeUnixNano: instant.default(atZero),
  endTimeUnixNano: instant.default(atZero),
  attributes: otlpAttributes,
  events: z
    .array(
      z.object({
        timeUnixNano: instant.default(atZero),
        name: z.string().default(""),
        attributes: otlpAttributes,
      }),
    )
    .default([]),
  traceState: z.string().default(""),
  links: z
    .array(
      z.object({
        traceId: hexId,
        spanId: hexId,
        traceState: z.string().default(""),
        attributes: otlpAttributes,
      }),
    )
    .default([]),
  status: z
    .object({ code: z.union([z.number(), z.string()]).default(0), message: z.string().default("") })
    .default({ code: 0, message: "" }),
});
export type OtlpSpan = z.infer<typeof otlpSpan>;

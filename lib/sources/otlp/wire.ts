/**
 * Zod schemas of OTLP JSON spans, as written by several sources and in files. They list only the fields that are
 * read. Fields that are omitted because they are empty get their default here.
 */
import { z } from "zod";
import { epochZero, toEpochTime } from "./epoch-time";

/** Id of 8 or 16 bytes in base64, as in protobuf JSON. It cannot be confused with hexadecimal, which has no "=". */
const base64Id = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==)$/)
  .transform((text) =>
    Array.from(atob(text), (byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, "0")).join(""),
  );

/** Id in lower-case hexadecimal. */
export const hexId = z.union([
  z
    .string()
    .regex(/^[0-9a-fA-F]{1,32}$/)
    .transform((id) => id.toLowerCase()),
  base64Id,
]);

/** Nanoseconds since 1970. Protobuf JSON writes 64-bit numbers as strings; some servers write numbers. */
const instant = z
  .union([z.string().regex(/^-?\d{1,20}$/), z.number().int()])
  .transform((digits) => toEpochTime(BigInt(digits)));

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
  // OTLP allows a value without a type.
  z.object({}).transform(() => ({ stringValue: "" })),
]);
/** Value of an attribute in OTLP JSON. */
export type OtlpValue = z.infer<typeof otlpValue>;

/** Schema of a list of attributes in OTLP JSON. */
export const otlpAttributes = z
  .array(z.object({ key: z.string(), value: otlpValue.default({ stringValue: "" }) }))
  .default([]);
/** List of attributes in OTLP JSON. */
export type OtlpAttributes = z.infer<typeof otlpAttributes>;
/** Schema of an attribute value that has attributes itself (`kvlistValue`). */
export const otlpMap = z.object({ values: otlpAttributes });
/** Schema of an attribute value that is a list (`arrayValue`). */
export const otlpArray = z.object({ values: z.array(otlpValue).default([]) });

/** Schema of a span in OTLP JSON. */
export const otlpSpan = z.object({
  traceId: hexId,
  spanId: hexId,
  parentSpanId: z.union([z.literal(""), hexId]).default(""),
  name: z.string().default(""),
  /** OTLP JSON writes enumerations as integers, protobuf JSON as names. */
  kind: z.union([z.number().int(), z.string()]).default(0),
  startTimeUnixNano: instant.default(epochZero),
  endTimeUnixNano: instant.default(epochZero),
  attributes: otlpAttributes,
  events: z
    .array(
      z.object({
        timeUnixNano: instant.default(epochZero),
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
/** Span in OTLP JSON. */
export type OtlpSpan = z.infer<typeof otlpSpan>;

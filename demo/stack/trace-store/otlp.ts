// Parses OTLP/HTTP JSON into the store's spans. An invalid export is rejected completely, like Jaeger does.
import { z } from "zod";

const integer = z.union([z.string().regex(/^-?\d+$/), z.number().int()]).transform(String);

/** Attribute value in OTLP JSON. */
export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly bytesValue: string }
  | { readonly arrayValue: { readonly values?: readonly OtlpValue[] | undefined } }
  | { readonly kvlistValue: { readonly values?: readonly OtlpAttribute[] | undefined } }
  | Record<string, never>;

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

const value: z.ZodType<OtlpValue> = z.lazy(() =>
  z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: integer }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ bytesValue: z.string() }),
    z.strictObject({ arrayValue: z.object({ values: z.array(value).optional() }) }),
    z.strictObject({ kvlistValue: z.object({ values: z.array(attribute).optional() }) }),
    z.strictObject({}),
  ]),
);
const attribute: z.ZodType<OtlpAttribute> = z.object({ key: z.string(), value });
const attributes = z.array(attribute).default([]);

const id = (length: number) =>
  z
    .string()
    .length(length)
    .regex(/^[0-9a-fA-F]*$/)
    .transform((hex) => hex.toLowerCase());
const nanoseconds = integer.transform(BigInt);

const span = z.object({
  traceId: id(32),
  spanId: id(16),
  parentSpanId: z.union([z.literal("").transform(() => undefined), id(16)]).optional(),
  name: z.string().default(""),
  kind: z.number().int().min(0).max(5).default(0),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  events: z
    .array(z.object({ timeUnixNano: nanoseconds, name: z.string().default(""), attributes }))
    .default([]),
  traceState: z.string().default(""),
  links: z
    .array(z.object({ traceId: id(32), spanId: id(16), traceState: z.string().default(""), attributes }))
    .default([]),
  status: z.object({ code: z.number().int().default(0), message: z.string().default("") }).prefault({}),
});

const scope = z.object({ name: z.string().default(""), version: z.string().default("") });

const exportRequest = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes }).prefault({}),
        scopeSpans: z
          .array(z.object({ scope: scope.prefault({}), spans: z.array(span).default([]) }))
          .default([]),
      }),
    )
    .default([]),
});

/** One span of an export, with its service and resource. */
export type StoredSpan = Readonly<z.output<typeof span>> & {
  readonly service: string;
  readonly resourceAttributes: readonly OtlpAttribute[];
  readonly scope: z.output<typeof scope>;
};

/** Returns the spans of an export; throws `SyntaxError` or `ZodError` for an invalid body. */
export function parseExport(body: string): readonly StoredSpan[] {
  return exportRequest.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((group) =>
      group.spans.map((parsed) => ({
        ...parsed,
        attributes: sortByKey(parsed.attributes),
        service: serviceOf(resource.attributes),
        resourceAttributes: sortByKey(resource.attributes),
        scope: group.scope,
      })),
    ),
  );
}

function serviceOf(resourceAttributes: readonly OtlpAttribute[]): string {
  const found = resourceAttributes.find(({ key }) => key === "service.name")?.value;
  return found !== undefined && "stringValue" in found ? found.stringValue : "";
}

function sortByKey(list: readonly OtlpAttribute[]): OtlpAttribute[] {
  return list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { readOtlpSpan } from "./read-span";
import { otlpSpan } from "./wire";

const id = fc.constantFrom("00000000000000ab", "AB", "", "xyz", "AAAAAAAAAKs=", 7, null);
const time = fc.constantFrom("1790000000000000000", "-5", "", 5, 1.5, null, "99999999999999999999");
const scalar = fc.oneof(
  fc.record({ stringValue: fc.string() }),
  fc.record({ intValue: fc.constantFrom("12", 12, 1.5, Number.POSITIVE_INFINITY, null) }),
  fc.record({ doubleValue: fc.constantFrom(0.5, "NaN", Number.NaN, true) }),
  fc.record({ boolValue: fc.constantFrom(true, "true") }),
  fc.record({ bytesValue: fc.constantFrom("AA==", 1) }),
  fc.record({ arrayValue: fc.constantFrom({ values: [{ stringValue: "a" }] }, {}, null) }),
  fc.record({ kvlistValue: fc.anything() }),
  fc.record({ stringValue: fc.string(), intValue: fc.constant("1") }),
  fc.constantFrom({}, null, "text", { strangeValue: 1 }),
);
const attributes = fc.oneof(
  fc.array(fc.record({ key: fc.constantFrom("a", "__proto__", 3), value: scalar }, { requiredKeys: [] })),
  fc.constantFrom(null, {}, "text"),
);
const event = fc.oneof(
  fc.record({ timeUnixNano: time, name: fc.constantFrom("e", 1), attributes }, { requiredKeys: [] }),
  fc.constantFrom(null, []),
);
const span = fc.record(
  {
    traceId: id,
    spanId: id,
    parentSpanId: id,
    name: fc.constantFrom("work", 1, null),
    kind: fc.constantFrom(2, "SPAN_KIND_SERVER", 1.5, null),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    events: fc.oneof(fc.array(event, { maxLength: 2 }), fc.constantFrom(null, {})),
    status: fc.constantFrom(
      {},
      { code: 2 },
      { code: 2, message: "boom" },
      { message: 7 },
      { code: "STATUS_CODE_ERROR" },
      { code: null },
      null,
      [],
    ),
    flags: fc.integer(),
    traceState: fc.constantFrom("vendor=1", "", 1, null),
    links: fc.oneof(
      fc.array(
        fc.oneof(
          fc.record(
            { traceId: id, spanId: id, traceState: fc.constantFrom("a=1", 2), attributes },
            { requiredKeys: [] },
          ),
          fc.constant(null),
        ),
        { maxLength: 2 },
      ),
      fc.constantFrom(null, {}),
    ),
  },
  { requiredKeys: ["traceId", "spanId"] },
);

/** Parses by schema only, as the reference result. */
function bySchema(value: unknown) {
  const parsed = otlpSpan.safeParse(value);
  return parsed.success ? parsed.data : null;
}

test("property: gives the same span as the schema, and rejects the same values", () => {
  fc.assert(
    fc.property(fc.oneof(span, fc.anything()), (value) => {
      const [quick, slow] = [readOtlpSpan(value), bySchema(value)];
      expect(quick === null).toBe(slow === null);
      expect(quick ?? {}).toMatchObject(slow ?? {});
    }),
  );
});

test("common spans are not parsed by the schema", () => {
  const spanJson = {
    traceId: "a".repeat(32),
    spanId: "b".repeat(16),
    name: "work",
    kind: 2,
    startTimeUnixNano: "1790000000000000000",
    endTimeUnixNano: "1790000000000000005",
    attributes: [{ key: "tokens", value: { intValue: "3" } }],
    events: [{ timeUnixNano: "1790000000000000001", name: "first token" }],
    status: { code: 2 },
  };
  const read = readOtlpSpan(spanJson);
  expect(read).toEqual(bySchema(spanJson));
  // The schema would create a new list.
  expect(read?.attributes).toBe(spanJson.attributes);
});

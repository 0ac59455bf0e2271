import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runAtOnce } from "@/lib/base/steps";
import { resourceSpans } from "./groups";
import { tracesFromOtlp } from "./mapper";
import { scanTraces } from "./scan-traces";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const quickly = (body: string) => runAtOnce(scanTraces(bytesOf(body)));

/** Parses with the full parser; returns null for an invalid response. */
function slowly(text: string) {
  const { result } = JSON.parse(text) as { result?: { resourceSpans?: unknown } };
  const parsed = resourceSpans.safeParse(result?.resourceSpans);
  return parsed.success ? tracesFromOtlp(parsed.data) : null;
}

const text = fc.oneof(
  fc.constantFrom("plain", 'a "quoted" word', "back\\slash\\", "line\nend", "Zoë ☃ 🙂", "__proto__", ""),
  fc.string({ unit: "binary" }),
);
const value = fc.oneof(
  fc.record({ stringValue: text }),
  fc.record({ intValue: fc.oneof(fc.constantFrom("12", "-7", "9007199254740993", ""), fc.integer()) }),
  fc.record({ doubleValue: fc.oneof(fc.constantFrom("NaN", "Infinity"), fc.double({ noNaN: true })) }),
  fc.record({ boolValue: fc.boolean() }),
  fc.record({ arrayValue: fc.record({ values: fc.array(fc.record({ stringValue: text })) }) }),
  fc.constantFrom({}, { bytesValue: "AA==" }, { stringValue: "two", intValue: "2" }, { strange: 1 }, null),
);
const attribute = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key: text, value }) },
  fc.record({ value, key: text }, { requiredKeys: [] }),
);
const attributes = fc.array(attribute, { maxLength: 4 });
const id = fc.constantFrom("00000000000000ab", "a1", "AB", "AAAAAAAAAKs=", "0000000000000000", "xyz", "");
const time = fc.constantFrom("1790000000000000000", "1790000000000000999", "5", "-5", 7, null);
const span = fc.record(
  {
    traceId: fc.constantFrom("c".repeat(32), "d".repeat(16), "EE"),
    spanId: id,
    parentSpanId: id,
    name: text,
    kind: fc.constantFrom(2, 3, "SPAN_KIND_SERVER", 1.5),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    flags: fc.constantFrom(256, [1, { deep: "]}" }], null),
    attributes,
    events: fc.array(fc.record({ timeUnixNano: time, name: text, attributes }), { maxLength: 1 }),
    traceState: fc.constantFrom("", "vendor=1", 'odd="1"', 7),
    links: fc.array(fc.record({ traceId: id, spanId: id, attributes }), { maxLength: 1 }),
    status: fc.constantFrom({}, { code: 2 }, { code: 2, message: 'bo"om' }, { message: 7 }),
  },
  { requiredKeys: ["traceId", "spanId"] },
);
/** Orders the keys either way, as serialisers of some languages do. */
const turned = (json: object, isTurned: boolean): object =>
  isTurned ? Object.fromEntries(Object.entries(json).toReversed()) : json;
const group = fc
  .tuple(
    fc.record({ resource: fc.record({ attributes }) }, { requiredKeys: [] }),
    fc.array(fc.record({ name: text }), { minLength: 1, maxLength: 2 }),
    fc.array(span, { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([of, scopes, spans, isTurned]) =>
    turned({ ...of, scopeSpans: scopes.map((scope) => turned({ scope, spans }, isTurned)) }, isTurned),
  );
const answer = fc.record({ result: fc.record({ resourceSpans: fc.array(group, { maxLength: 3 }) }) });

describe("a response with many traces", () => {
  test("property: gives the same traces as the full parser, or null", () => {
    let scanned = 0;
    fc.assert(
      fc.property(answer, fc.boolean(), (json, isSpaced) => {
        const body = JSON.stringify(json, undefined, isSpaced ? 2 : undefined);
        const quick = quickly(body);
        if (quick === null) return;
        scanned += 1;
        expect(quick).toEqual(slowly(body));
      }),
      { numRuns: 400 },
    );
    expect(scanned).toBeGreaterThan(20);
  });

  test("is read without the full parser when it has a common form", () => {
    const json = {
      result: {
        resourceSpans: [1, 2].map((trace) => ({
          resource: { attributes: [{ key: "service.name", value: { stringValue: "gateway" } }] },
          scopeSpans: [
            {
              scope: { name: "sdk", version: "1" },
              spans: [
                {
                  traceId: String(trace).padStart(32, "0"),
                  spanId: "00000000000000a1",
                  parentSpanId: "",
                  flags: 256,
                  name: 'POST "/v1"',
                  kind: 2,
                  startTimeUnixNano: "1790000000000000001",
                  endTimeUnixNano: "1790000000000000006",
                  attributes: [
                    { key: "tokens", value: { intValue: "3" } },
                    { key: "ratio", value: { doubleValue: 0.5 } },
                    { key: "stream", value: { boolValue: true } },
                    { key: "model", value: { stringValue: "Zoë" } },
                  ],
                  traceState: "vendor=1",
                  links: [{ traceId: "ab".repeat(16), spanId: "00000000000000c3" }],
                  events: [{ timeUnixNano: "1790000000000000003", name: "first token" }],
                  status: { code: 2, message: "boom" },
                },
              ],
            },
          ],
        })),
      },
    };
    const body = JSON.stringify(json);
    const quick = quickly(body);
    expect(quick).toHaveLength(2);
    expect(quick).toEqual(slowly(body));
    expect(quick?.[0]?.spans[0]).toMatchObject({
      parentSpanId: null,
      attributes: { tokens: 3, ratio: 0.5, stream: true, model: "Zoë" },
      isError: true,
      statusMessage: "boom",
      traceState: "vendor=1",
      links: [{ traceId: "ab".repeat(16), spanId: "00000000000000c3", attributes: {} }],
      durationNs: 5,
    });
  });

  test("attributes in another order, or missing attributes, do not affect other spans", () => {
    const kinds = ["first", "second", "third", "fourth"].map((key) => ({ key, value: { stringValue: key } }));
    const spans = fc.array(
      fc.record({
        traceId: fc.constantFrom("c".repeat(32), "d".repeat(32)),
        spanId: fc.constant("00000000000000a1"),
        name: fc.constantFrom("work", "wait"),
        startTimeUnixNano: fc.constant("1790000000000000001"),
        endTimeUnixNano: fc.constant("1790000000000000006"),
        attributes: fc.shuffledSubarray(kinds),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(spans, (json) => {
        const body = JSON.stringify({ result: { resourceSpans: [{ scopeSpans: [{ spans: json }] }] } });
        expect(quickly(body)).toEqual(slowly(body));
        expect(quickly(body)).not.toBeNull();
      }),
    );
  });

  test("a large response yields to the event loop", () => {
    const group = {
      scopeSpans: [
        { spans: [{ traceId: "c".repeat(32), spanId: "00000000000000a1", name: "n".repeat(100_000) }] },
      ],
    };
    const body = JSON.stringify({ result: { resourceSpans: Array.from({ length: 40 }, () => group) } });
    const steps = scanTraces(bytesOf(body));
    let turns = 0;
    while (steps.next().done !== true) turns += 1;
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  test.each([
    "",
    "[]",
    "nothing",
    '{"error":{"httpCode":404}}',
    '{"result":{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a"',
    '{"result":{"resourceSpans":[{"scopeSpans":[{"spans":["text"]}]}]}}',
    '{"result":{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"\\u12"}]}]}]}}',
    '{"result":',
    '{"result":{"resourceSpans":[]}',
  ])("returns null for an unsupported response: %s", (body) => {
    expect(quickly(body)).toBeNull();
  });
});

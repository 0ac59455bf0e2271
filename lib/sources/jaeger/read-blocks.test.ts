import fc from "fast-check";
import { expect, test } from "vitest";
import { runAtOnce } from "@/lib/base/steps";
import { oldBody, type WireSpan } from "./fixtures";
import { tracesFromOld } from "./mapper";
import { tracesFromBlocks } from "./read-blocks";
import { oldTraces } from "./wire";

const traceId = "a".repeat(32);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const blocks = (text: string) => runAtOnce(tracesFromBlocks(bytesOf(text)));
const readAtOnce = (text: string) => tracesFromOld(oldTraces.parse(JSON.parse(text)).data ?? []);

function spansOf(count: number, name: (index: number) => string = () => "work"): readonly WireSpan[] {
  return Array.from({ length: count }, (_, index) => ({
    traceId,
    spanId: (index + 1).toString(16).padStart(16, "0"),
    ...(index === 0 ? {} : { parentSpanId: "1".padStart(16, "0") }),
    service: `service-${index % 3}`,
    name: name(index),
    startMicroseconds: 1_790_000_000_000_000 + index,
    durationMicroseconds: 10,
    attributes: { tokens: index, text: 'ä, "quoted" and \\ behind' },
    ...(index % 5 === 0 ? { event: "first-token" } : {}),
  }));
}

test("reading in blocks gives the same result as reading at once", () => {
  const body = oldBody(spansOf(3_000));
  const steps = tracesFromBlocks(bytesOf(body));
  let turns = 0;
  let step = steps.next();
  while (step.done !== true) {
    turns += 1;
    step = steps.next();
  }
  expect(step.value).toEqual({ traces: readAtOnce(body), unreadableSpans: 0 });
  expect(turns).toBeGreaterThan(body.length / 131_072);
});

/** Texts that look like the end of a span, of the span list or of the response. */
const hostile = fc.constantFrom(
  '}],"processes":{',
  '"},{"traceID":"',
  '},{"traceID"',
  '\\"},{\\"traceID',
  '"spans":[{',
  "}],",
  "\\",
);

test("property: names that look like JSON do not change the result", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (names) => {
      const body = oldBody(spansOf(400, (index) => (names[index % names.length] ?? "").repeat(60)));
      const read = blocks(body);
      // The block reader may return null for a response it cannot split, but never a wrong result.
      expect([null, { traces: readAtOnce(body), unreadableSpans: 0 }]).toContainEqual(read);
    }),
    { numRuns: 40 },
  );
});

test("text in a name that looks like the end of a span is skipped", () => {
  const body = oldBody(spansOf(900, (index) => (index % 100 === 0 ? '},{"traceID"' : "work")));
  expect(blocks(body)).toEqual({ traces: readAtOnce(body), unreadableSpans: 0 });
});

test.each([
  ["with spaces", JSON.stringify(JSON.parse(oldBody(spansOf(20))), null, 1)],
  ["with two traces", oldBody([...spansOf(3), { ...spansOf(1)[0]!, traceId: "b".repeat(32) }])],
  ["that is truncated", oldBody(spansOf(20)).slice(0, -200)],
  ["that is corrupt in the middle", oldBody(spansOf(20)).replace('"duration"', 'duration"')],
  ["without content", '{"data":[],"total":0}'],
])("returns null for a response %s", (_kind, body) => {
  expect(blocks(body)).toBeNull();
});

test("an invalid span is counted", () => {
  const body = oldBody(spansOf(20)).replace('"spanID":"0000000000000005"', '"spanID":"no id"');
  expect(blocks(body)?.unreadableSpans).toBe(1);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runWithoutPause } from "@/lib/base/steps";
import { makeLegacyBody, makeV3Body, type WireSpan } from "./fixtures";
import { convertLegacyTraces } from "./mapper";
import { readLegacyTracesInBlocks, readV3TracesInBlocks } from "./read-blocks";
import { legacyTraces, v3Traces } from "./wire";

const traceId = "a".repeat(32);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const apis = [
  {
    api: "old",
    bodyOf: makeLegacyBody,
    blocks: (text: string) => runWithoutPause(readLegacyTracesInBlocks(bytesOf(text))),
    readAtOnce: (text: string) => convertLegacyTraces(legacyTraces.parse(JSON.parse(text)).data ?? []),
  },
  {
    api: "v3",
    bodyOf: manyGroups,
    blocks: (text: string) => runWithoutPause(readV3TracesInBlocks(bytesOf(text))),
    readAtOnce: (text: string) => v3Traces.parse(JSON.parse(text)),
  },
];

/** Splits the spans into groups of at most forty, as Jaeger does for each trace. */
function manyGroups(spans: readonly WireSpan[]): string {
  const groups = Array.from({ length: Math.ceil(spans.length / 40) }, (_, index) =>
    makeV3Body(spans.slice(index * 40, index * 40 + 40)).slice(
      '{"result":{"resourceSpans":['.length,
      -"]}}".length,
    ),
  );
  return `{"result":{"resourceSpans":[${groups.join(",")}]}}`;
}

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

describe.each(apis)("a response of the $api API", ({ api, bodyOf, blocks, readAtOnce }) => {
  test("reading in blocks gives the same result as reading at once", () => {
    const body = bodyOf(spansOf(3_000));
    const steps =
      api === "old" ? readLegacyTracesInBlocks(bytesOf(body)) : readV3TracesInBlocks(bytesOf(body));
    let turns = 0;
    let step = steps.next();
    while (step.done !== true) {
      turns += 1;
      step = steps.next();
    }
    expect(step.value).toEqual({ traces: readAtOnce(body), unreadableSpanCount: 0 });
    expect(turns).toBeGreaterThan(body.length / 131_072);
  });

  test("property: names that look like JSON do not change the result", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (names) => {
        const body = bodyOf(spansOf(400, (index) => (names[index % names.length] ?? "").repeat(60)));
        const read = blocks(body);
        // The block reader may return null for a response it cannot split, but never a wrong result.
        expect([null, { traces: readAtOnce(body), unreadableSpanCount: 0 }]).toContainEqual(read);
      }),
      { numRuns: 40 },
    );
  });

  test("text in a name that looks like the end of a span is skipped", () => {
    const body = bodyOf(spansOf(900, (index) => (index % 100 === 0 ? '},{"traceID"' : "work")));
    expect(blocks(body)).toEqual({ traces: readAtOnce(body), unreadableSpanCount: 0 });
  });

  test.each([
    ["with spaces", JSON.stringify(JSON.parse(bodyOf(spansOf(20))), null, 1)],
    ["that is truncated", bodyOf(spansOf(20)).slice(0, -200)],
    ["that is corrupt in the middle", bodyOf(spansOf(20)).replace(/"(?=duration|startTime)/, "")],
    ["without content", '{"data":[],"total":0}'],
  ])("returns null for a response %s", (_kind, body) => {
    expect(blocks(body)).toBeNull();
  });

  test("an invalid span is counted", () => {
    const body = bodyOf(spansOf(20)).replace(/(?<="spanI[dD]":")0000000000000005/, "no id");
    expect(blocks(body)?.unreadableSpanCount).toBe(1);
  });
});

test("the block reader of the legacy API returns null for two traces", () => {
  const two = makeLegacyBody([...spansOf(3), { ...spansOf(1)[0]!, traceId: "b".repeat(32) }]);
  expect(runWithoutPause(readLegacyTracesInBlocks(bytesOf(two)))).toBeNull();
});

test("the block reader of the v3 API returns null for a group that is too large for one step", () => {
  expect(runWithoutPause(readV3TracesInBlocks(bytesOf(makeV3Body(spansOf(12_000)))))).toBeNull();
});

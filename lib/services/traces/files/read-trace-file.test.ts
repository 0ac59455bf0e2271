import { describe, expect, test } from "vitest";
import { makeLegacyBody, makeV3Body, type WireSpan } from "@/lib/sources/jaeger/fixtures";
import { unreadableSpansText } from "./unreadable-spans";
import { readTraceFile } from "./read-trace-file";

const alive = new AbortController().signal;
const read = (text: string, signal = alive) => readTraceFile(new TextEncoder().encode(text), signal);

const id = (digit: string): string => digit.padStart(32, "0");
const spanOf = (traceId: string, spanId: string, sketch: Partial<WireSpan> = {}): WireSpan => ({
  traceId: id(traceId),
  spanId: spanId.padStart(16, "0"),
  service: "gateway",
  name: "POST",
  startMicroseconds: 1_790_000_000_000_000,
  durationMicroseconds: 900,
  ...sketch,
});
const spans = [
  spanOf("a", "1"),
  spanOf("a", "2", { parentSpanId: "1".padStart(16, "0"), service: "chat", durationMicroseconds: 5 }),
  spanOf("b", "3"),
];
const otlp = (list: readonly WireSpan[]): string =>
  JSON.stringify((JSON.parse(makeV3Body(list)) as { result: unknown }).result);

/** The traces of a Jaeger download as separate texts. */
const bareTraces = (list: readonly WireSpan[]): readonly string[] =>
  (JSON.parse(makeLegacyBody(list)) as { data: readonly unknown[] }).data.map((trace) =>
    JSON.stringify(trace),
  );

const outline = async (text: string) => {
  const { format, traces, unreadableSpanCount } = await read(text);
  expect(unreadableSpanCount).toBe(0);
  return [format, ...traces.map((trace) => `${trace.traceId.slice(-1)}${trace.spans.length}`)];
};

test.each([
  ["a Jaeger download", makeLegacyBody(spans), ["jaeger", "a2", "b1"]],
  ["a Jaeger trace without the download's envelope", bareTraces(spans)[0] ?? "", ["jaeger", "a2"]],
  ["Jaeger traces as a list", `[${bareTraces(spans).join()}]`, ["jaeger", "a2", "b1"]],
  ["a Jaeger trace per line", bareTraces(spans).join("\n"), ["jaeger", "a2", "b1"]],
  ["a Jaeger v3 response", makeV3Body(spans), ["otlp", "a2", "b1"]],
  ["one export", otlp(spans), ["otlp", "a2", "b1"]],
  ["one export per line", `${otlp(spans.slice(0, 1))}\n${otlp(spans.slice(1))}\n`, ["otlp", "a2", "b1"]],
  ["a formatted export", JSON.stringify(JSON.parse(otlp(spans)), null, 2), ["otlp", "a2", "b1"]],
])("reads %s", async (_name, text, expected) => {
  expect(await outline(text)).toEqual(expected);
});

test("invalid spans are skipped and counted", async () => {
  const { traces, unreadableSpanCount } = await read(
    otlp(spans).replace('"spanId":"0000000000000002"', '"spanId":"no id"'),
  );
  expect(unreadableSpanCount).toBe(1);
  expect(traces[0]?.spans).toHaveLength(1);
});

test.each([
  ["OTLP", otlp(spans).replace('"spanId":"0000000000000003"', '"spanId":"no id"'), 2],
  ["Jaeger", makeLegacyBody(spans).replace('"spanID":"0000000000000003"', '"spanID":7'), 3],
])("the warning names the line of a damaged span in %s", async (_name, text, spanNumber) => {
  const lines = JSON.stringify(JSON.parse(text), null, 1);
  const { unreadableSpanCount, unreadableSpans } = await read(lines);
  const damagedLine = lines.split("\n").findIndex((line) => /"no id"|"spanID": 7/.test(line)) + 1;
  const [position] = unreadableSpans;
  // The span begins a few lines before its damaged id.
  expect(position?.line).toBeGreaterThan(damagedLine - 4);
  expect(position?.line).toBeLessThanOrEqual(damagedLine);
  expect(unreadableSpansText(unreadableSpanCount, unreadableSpans)).toBe(
    `1 span could not be parsed and was skipped: line ${position?.line} (span ${spanNumber} of the file).`,
  );
});

describe("an invalid file", () => {
  test.each([
    ["", "invalid-input", /^the file is not valid JSON/],
    ["hello", "invalid-input", /^line 1 of the file is not valid JSON/],
    [
      `${otlp(spans.slice(0, 1))}\n${otlp(spans.slice(1)).slice(0, -9)}\n`,
      "invalid-input",
      /^line 2 of the file is not/,
    ],
    ['{\n  "data": [\n    nothing\n  ]\n}', "invalid-input", /^line 3 of the file is not valid JSON/],
    ['{"a":1}', "invalid-input", /contains no traces\. Expected a Jaeger JSON or OTLP JSON file/],
    ["[]", "invalid-input", /contains no traces/],
    [makeLegacyBody(spans).slice(0, 200), "invalid-input", /is truncated/],
    ['{"resourceSpans":[]}', "invalid-input", /contains no valid spans/],
    ['{"data":[{"traceID":"x y","spans":[]}]}', "invalid-input", /contains no traces/],
    ["[".repeat(1_000), "invalid-input", /nested deeper than 64/],
    [
      `{"data":[{"traceID":"a","spans":[${"{},".repeat(100_001)}{}]}]}`,
      "too-large",
      /more than 100,000 spans/,
    ],
  ])("%.20s is rejected with a message", async (text, code, words) => {
    await expect(read(text)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
  });
});

test("stops reading after an abort", async () => {
  const large = makeLegacyBody(Array.from({ length: 3_000 }, (_, index) => spanOf("a", index.toString(16))));
  await expect(read(large, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { spanSeparationLimits, separateSpans, type SeparationLimits } from "./separate-spans";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function cut(text: string, limits: SeparationLimits = spanSeparationLimits) {
  const steps = separateSpans(bytesOf(text), limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Reassembles the file from its parts. */
function together(text: string): unknown {
  const found = cut(text);
  if (typeof found === "string") return found;
  const bytes = bytesOf(text);
  const spanAt = (index: number): unknown =>
    JSON.parse(
      new TextDecoder().decode(
        bytes.subarray(found.spanByteEdges[2 * index], found.spanByteEdges[2 * index + 1]),
      ),
    );
  return JSON.parse(found.textWithoutSpans, (key, value: unknown) => {
    if (key !== "spans" || typeof value !== "object" || value === null) return value;
    const { from = 0, to = 0 } = value as { from?: number; to?: number };
    return Array.from({ length: to - from }, (_, index) => spanAt(from + index));
  });
}

test.each([
  '{"data":[{"traceID":"a","spans":[{"spanID":"1","tags":[{"k":"]}"}]}, {"spanID":"2"}],"processes":{}}]}',
  '{"resourceSpans":[{"scopeSpans":[{"spans":[{"n":1}]},{"spans":[]}]},{"scopeSpans":[{"spans" : [\n{"n":2}\n]}]}]}',
  '{"spans":7,"a":"\\"spans\\":[","b":{"spans":null},"c":"\\\\"}',
  '{"spans":[{"spans":[{"inner":true}]}]}',
  '{"key":"spans","spans":[{"ä":"😀"}],"after":"ü"}',
])("%s can be reassembled", (text) => {
  expect(together(text)).toEqual(JSON.parse(text));
});

test("property: a file can be reassembled, or has no spans", () => {
  const value = fc.oneof(
    fc.constantFrom("", '"', "\\", '"spans":[', "]}", 1.5, null, true),
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom([], [1, ["]"]], { a: "{" }, { spans: "[" }),
  );
  const span = fc.dictionary(fc.constantFrom("a", "spans", "name"), value, { maxKeys: 3 });
  const group = fc.record({ spans: fc.array(span, { maxLength: 4 }), after: value });
  const file = fc.record({ before: value, data: fc.array(group, { maxLength: 3 }) });
  const hasBareSpans = (value: unknown): boolean => JSON.stringify(value).includes('"spans":');
  fc.assert(
    fc.property(file, fc.constantFrom(0, 2), ({ before, data }, indent) => {
      fc.pre(!hasBareSpans(before) && !JSON.stringify(data).includes("\\ud"));
      const text = JSON.stringify({ before, data }, null, indent);
      expect(together(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("property: terminates for any bytes", () => {
  const limits = { ...spanSeparationLimits, stepBytes: 1 };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('"spans":[', '"', "\\", "{", "}", "[", "]", ",", "x", " ")),
      (parts) => {
        expect(["string", "object"]).toContain(typeof cut(parts.join(""), limits));
      },
    ),
  );
});

test.each([
  ["too-deep", `{"spans":[${"[".repeat(70)}${"]".repeat(70)}]}`, spanSeparationLimits],
  ["too-deep", "[".repeat(100_000), spanSeparationLimits],
  ["too-many-spans", '{"spans":[{},{},{}]}', { ...spanSeparationLimits, maxSpans: 2 }],
  ["too-many-spans", `{"other":"${"x".repeat(50)}"}`, { ...spanSeparationLimits, maxEnvelopeBytes: 20 }],
  ["not-json", '{"spans":[{}', spanSeparationLimits],
  ["not-json", '{"spans":[1]}', spanSeparationLimits],
  ["not-json", '{"spans":["a"]}', spanSeparationLimits],
  ["not-json", '{"a', spanSeparationLimits],
] as const)("%s: %.30s", (fault, text, limits) => {
  expect(cut(text, limits)).toBe(fault);
});

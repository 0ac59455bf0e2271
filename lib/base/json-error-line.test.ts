import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonErrorLine } from "./json-error-line";

test.each([
  ["valid JSON", '{"a": 1}', undefined],
  ["one document per line", '{"a": 1}\n{"a": 2}\n', undefined],
  ["a formatted document", '{\n  "a": 1,\n  "b": x\n}', 3],
  ["a document per line", '{"a": 1}\n{"a": }\n{"a": 3}', 2],
  ["a truncated document", '{\n  "a": [1,\n', 2],
  ["a truncated last line", '{"a": 1}\n{"a": 2}\n{"a"', 3],
  ["text", "hello", 1],
  ["nothing", "", undefined],
  ["a missing comma", "[1,\n2\n3]", 3],
  ["a key without quotes", "{\n\na: 1}", 3],
  ["a bracket that closes a brace", '{"a":\n[1}\n', 2],
])("finds the invalid line of %s", (_name, text, line) => {
  expect(findJsonErrorLine(text)).toBe(line);
});

test("property: finds no invalid line in any JSON, and one after any cut inside of it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, cut) => {
      const container = `[${text}]`;
      expect(findJsonErrorLine(container)).toBeUndefined();
      expect(findJsonErrorLine(container.slice(0, 1 + (cut % (container.length - 1))))).toBe(1);
    }),
  );
});

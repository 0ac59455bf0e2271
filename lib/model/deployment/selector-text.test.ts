import fc from "fast-check";
import { expect, test } from "vitest";
import { includesSelector, poolsError } from "./deployment-review";
import { parseSelectorText, printSelectorText } from "./selector-text";

test.each([
  ['model_name="chat"', [{ model_name: "chat" }]],
  ['{model_name="chat", job="vllm"}', [{ model_name: "chat", job: "vllm" }]],
  ["job='a,b}'\n\n  job = \"c\" ,  ", [{ job: "a,b}" }, { job: "c" }]],
  ['job="with \\"hi\\" \\\\ \\n"', [{ job: 'with "hi" \\ \n' }]],
  ['job="x", namespace=""', [{ job: "x", namespace: "" }]],
  ['constructor="a"', [{ constructor: "a" }]],
  ["", []],
])("%j", (text, selectors) => {
  expect(parseSelectorText(text)).toEqual({ kind: "selectors", selectors });
});

test("keeps a label that is named like an inherited property", () => {
  const parsed = parseSelectorText('__proto__="a"');
  expect(JSON.stringify(parsed)).toBe('{"kind":"selectors","selectors":[{"__proto__":"a"}]}');
});

test.each([
  ["job", 1, /label="value"/],
  ['job="a"\njob=~"a|b"', 2, /exact values/],
  ['job!="a"', 1, /exact values/],
  ['job="a" pod="b"', 1, /comma is missing/],
  ['job="a", job="b"', 1, /twice/],
  ['job=""', 1, /at least one label/],
  ['9job="a"', 1, /not a valid label name/],
  ['__name__="up"', 1, /Remove __name__/],
  ['job="a', 1, /label="value"/],
  ['job="a', 1, /^The quote after “job=” is not closed\./],
  ['job="b"\n{job="a"', 2, /^The line has \{ but no \}/],
  ['{job="a",', 1, /^The line has \{ but no \}/],
  ['job="a"}', 1, /^The line has \} but no \{/],
  ["{", 1, /no \}/],
  ["}", 1, /but no \{/],
  ['{{job="a"}', 1, /is not a label with a value/],
  ['{job="a"}}', 1, /comma is missing before “}”/],
  ['job="a", pod', 1, /^“pod” has no value\./],
  ['job="a", pod=', 1, /^The value after “pod=” is missing or has no quotes\./],
  ["job=vllm", 1, /^The value after “job=” is missing or has no quotes\./],
  ['up{job="a"}', 1, /^Remove “up” before the brace/],
])("reports the error in %j with its line", (text, line, message) => {
  expect(parseSelectorText(text)).toMatchObject({
    kind: "error",
    line,
    message: expect.stringMatching(message),
  });
});

test("restores any selector that was printed", () => {
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,20}$/);
  const value = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" });
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 }), { minLength: 1 }),
      (given) => {
        const selectors = given.map((one) => ({ ...one }));
        expect(parseSelectorText(printSelectorText(selectors))).toEqual({ kind: "selectors", selectors });
      },
    ),
  );
});

test("refuses a deployment that has only a router", () => {
  expect(poolsError([{ role: "router", selectors: [{ job: "x" }] }])).toMatch(/serve the model/);
  expect(poolsError([{ role: "decode", selectors: [{ job: "x" }] }])).toBeNull();
});

test("treats a selector as covered when all its labels match, where an empty value means no label", () => {
  expect(includesSelector({ job: "a" }, { job: "a", pod: "b" })).toBe(true);
  expect(includesSelector({ job: "a", namespace: "" }, { job: "a" })).toBe(true);
  expect(includesSelector({ job: "a", pod: "b" }, { job: "a" })).toBe(false);
});

import { expect, test } from "vitest";
import { separateSpans, type SeparatedFile } from "./separate-spans";
import { createSpanLookup } from "./span-lookup";

function reader(text: string): { readonly at: (index: number) => unknown; readonly count: number } {
  const bytes = new TextEncoder().encode(text);
  const steps = separateSpans(bytes);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const file = step.value as SeparatedFile;
  return { at: createSpanLookup(bytes, file), count: file.spanByteEdges.length / 2 };
}

const listOf = (from: number, to: number): readonly unknown[] =>
  Array.from({ length: to - from }, (_, index) => ({ n: from + index, text: "ä,}" }));

test.each([0, 1])("returns every span, across lists and with any spacing (%d)", (indent) => {
  const groups = [
    { spans: listOf(0, 450) },
    { spans: [] },
    { spans: listOf(450, 453) },
    { spans: listOf(453, 900) },
  ];
  const { at, count } = reader(JSON.stringify({ groups }, null, indent));
  expect(count).toBe(900);
  expect(Array.from({ length: count }, (_, index) => at(index))).toEqual(listOf(0, 900));
  // The order of access does not matter.
  for (const index of [899, 3, 450, 449, 0]) expect(at(index)).toEqual(listOf(index, index + 1)[0]);
});

test("an invalid span does not affect other spans", () => {
  const { at } = reader('{"spans":[{"n":0},{"n":01},{"n":2}]}');
  expect([0, 1, 2].map(at)).toEqual([{ n: 0 }, undefined, { n: 2 }]);
});

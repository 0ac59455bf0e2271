import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson } from "./write-json";

const text = (value: object): string => new TextDecoder().decode(writeJson(value));

const long = Array.from({ length: 40 }, (_, index) => (index % 7 === 0 ? null : index / 8));

test("what is written is JSON.stringify's text, with columns or without", () => {
  const values: readonly object[] = [
    {},
    { a: 1, b: undefined, c: [undefined, "é", '"'], d: { e: null } },
    {
      series: [{ values: long, lower: long, absence: [[0, 1, "no-traffic"]] }, { values: long.slice(0, 3) }],
    },
    { rows: [long, long.map((one) => String(one)), [...long, "x"], []] },
    [long],
  ];
  for (const value of values) expect(text(value)).toBe(JSON.stringify(value));
});

test("a text that looks like what stands for a column does no harm", () => {
  for (const name of ["\u0000column\u0000", 'x"\u0000column\u0000"', "\\u0000column\\u0000"]) {
    const value = { [name]: long, label: name, values: long };
    expect(text(value)).toBe(JSON.stringify(value));
  }
});

test("for any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.double(), { minLength: 16 }), (any, column) => {
      const value = { any, column };
      expect(text(value)).toBe(JSON.stringify(value));
    }),
  );
});

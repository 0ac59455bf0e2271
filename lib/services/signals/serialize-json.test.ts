import fc from "fast-check";
import { expect, test } from "vitest";
import { serializeJson } from "./serialize-json";

const text = (value: object): string => new TextDecoder().decode(serializeJson(value));

const long = Array.from({ length: 40 }, (_, index) => (index % 7 === 0 ? null : index / 8));

test("writes the same text as JSON.stringify, with and without columns", () => {
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

test("handles text that looks like the placeholder of a column", () => {
  for (const name of ["\u0000column\u0000", 'x"\u0000column\u0000"', "\\u0000column\\u0000"]) {
    const value = { [name]: long, label: name, values: long };
    expect(text(value)).toBe(JSON.stringify(value));
  }
});

test("any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.double(), { minLength: 16 }), (any, column) => {
      const value = { any, column };
      expect(text(value)).toBe(JSON.stringify(value));
    }),
  );
});

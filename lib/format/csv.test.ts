import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("never writes a cell that a spreadsheet would execute", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string().map((text) => `=${text}`),
          ),
          { minLength: 1 },
        ),
        { minLength: 1 },
      ),
      (rows) => {
        const cells = toCsv(rows.map((row) => row.map((text) => text.replaceAll(/["\r\n,]/g, "")))).split(
          /[,\r\n]+/,
        );
        expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
      },
    ),
  );
});

test.each([
  "=1+1",
  "\n=1+1",
  "\nplain",
  "\ttab",
  " =1+1",
  "  +1",
  "\u00a0-1",
  "\u3000@a",
  "\u200b=1",
  "\ufeff=1",
  "\u0000=1",
  "\uff1dcmd",
  "\uff0b1",
  "\uff0d1",
  "\uff20a",
  " \uff1d1",
  "\ufe66cmd",
  "\ufe621",
  "\u000b=1",
])("writes %j as text", (text) => {
  expect(toCsv([[text]]).replace(/^"/, "")).toMatch(/^'/);
});

test.each(["chat-70b", "a=b", "p95 − mean", " plain", "é", ""])("leaves %j unchanged", (text) => {
  expect(toCsv([[text]])).toBe(text);
});

test("keeps numbers, writes empty cells for missing values and doubles quotes", () => {
  expect(
    toCsv([
      ["a", "b"],
      [-1.5, null],
      ['say "hi", then go', Number.NaN],
    ]),
  ).toBe('a,b\r\n-1.5,\r\n"say ""hi"", then go",');
});

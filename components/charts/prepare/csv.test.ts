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

test("keeps numbers, writes empty cells for missing values and doubles quotes", () => {
  expect(
    toCsv([
      ["a", "b"],
      [-1.5, null],
      ['say "hi", then go', Number.NaN],
    ]),
  ).toBe('a,b\r\n-1.5,\r\n"say ""hi"", then go",');
});

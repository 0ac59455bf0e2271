import fc from "fast-check";
import { expect, test } from "vitest";
import { formatWithSiPrefix } from "./si-prefix";

const plain = (text: string): string => text.replaceAll(/\s/g, " ");

test("uses the prefix that leaves one to three digits before the decimal point", () => {
  const flop = (value: number): string => plain(formatWithSiPrefix(value, "FLOP"));
  expect(flop(0)).toBe("0 FLOP");
  expect(flop(12)).toBe("12.0 FLOP");
  expect(flop(33_554_432)).toBe("33.6 MFLOP");
  expect(flop(34.4e9)).toBe("34.4 GFLOP");
  expect(flop(1.2e15)).toBe("1.20 PFLOP");
  // The prefix follows the rounded value: not "1,000 MFLOP".
  expect(flop(999_900_000)).toBe("1.00 GFLOP");
  expect(flop(5e21)).toBe("5,000 EFLOP");
});

test("property: the text states the amount to three digits", () => {
  const factors = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
  fc.assert(
    fc.property(fc.double({ min: 1, max: 9e20, noNaN: true }), (value) => {
      const [text = "", unit = ""] = plain(formatWithSiPrefix(value, "B")).split(" ");
      const factor = factors[unit.slice(0, -1) as keyof typeof factors];
      expect((Number(text.replaceAll(",", "")) * factor) / value).toBeCloseTo(1, 2);
    }),
  );
});

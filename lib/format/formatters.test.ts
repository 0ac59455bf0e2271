import { expect, test } from "vitest";
import { dateFormat, numberFormat } from "./formatters";

test("creates each formatter once and reuses it", () => {
  expect(numberFormat(0, 2)).toBe(numberFormat(0, 2));
  expect(numberFormat(0, 2)).not.toBe(numberFormat(2, 2));
  expect(dateFormat("day", "UTC")).toBe(dateFormat("day", "UTC"));
  expect(dateFormat("day", "UTC")).not.toBe(dateFormat("day", "Europe/Berlin"));
});

test("formats each date style in the given time zone", () => {
  const atMs = Date.UTC(2026, 10, 19, 22, 5, 7);
  const zone = "Europe/Berlin";
  expect(numberFormat(2, 2).format(1204.5)).toBe("1,204.50");
  expect(dateFormat("minutes", zone).format(atMs)).toBe("23:05");
  expect(dateFormat("seconds", zone).format(atMs)).toBe("23:05:07");
  expect(dateFormat("day", zone).format(atMs)).toBe("19 Nov");
  expect(() => dateFormat("day", "Nowhere/Else")).toThrow(RangeError);
});

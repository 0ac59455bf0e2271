import fc from "fast-check";
import { expect, test } from "vitest";
import { signals } from "@/lib/model/signals/signals";
import {
  formatAlignedPercent,
  formatBucket,
  formatCount,
  formatNumber,
  formatQuantileWithUnit,
  formatValue,
  formatWithUnit,
  formatDisplayValue,
  displayResolution,
} from "./number";

test.each([
  [0, "0"],
  [0.41, "0.410"],
  [0.9998, "1.00"],
  [9.996, "10.0"],
  [99.96, "100"],
  [3.236, "3.24"],
  [47.16, "47.2"],
  [98.4, "98.4"],
  [128.44, "128"],
  [4704, "4,704"],
  [38_517, "38,517"],
  [-2.5, "−2.50"],
  [0.0001, "<0.001"],
  [-0.0001, ">−0.001"],
])("formats %d as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("formats a value in the unit of its signal", () => {
  expect(formatValue(3.236, "seconds", "s")).toEqual({ text: "3.24", unit: "s" });
  expect(formatValue(0.0472, "seconds", "ms")).toEqual({ text: "47.2", unit: "ms" });
  expect(formatValue(0.98, "ratio", "%")).toEqual({ text: "98.0", unit: "%" });
  expect(formatValue(0.0004, "ratio", "%")).toEqual({ text: "0.04", unit: "%" });
  expect(formatValue(0.5, "events-per-second", "per min")).toEqual({ text: "30.0", unit: "per min" });
  expect(formatValue(70 * 1024 ** 3, "bytes", "GiB")).toEqual({ text: "70.0", unit: "GiB" });
  expect(formatValue(1.98e9, "hertz", "MHz")).toEqual({ text: "1,980", unit: "MHz" });
  expect(formatCount(1204.4)).toBe("1,204");
  expect(formatCount(-1204.4)).toBe("−1,204");
  expect(formatValue(-0.0051, "ratio", "%").text).toBe("−0.51");
  expect(formatValue(-0.00004, "ratio", "%").text).toBe(">−0.01");
});

test("never formats a count as minus zero", () => {
  expect(formatCount(-0)).toBe("0");
  expect(formatCount(-0.3)).toBe("0");
  expect(formatWithUnit(-0, "tokens-per-second", "tokens/s")).toBe("0\u202ftokens/s");
});

test("formats a bucket with its two edges, or with its lower edge when it is open", () => {
  expect(formatBucket({ lower: 0.25, upper: 0.5 }, "seconds", "s")).toBe("in 0.25–0.5\u202fs");
  expect(formatBucket({ lower: 0.025, upper: 0.05 }, "seconds", "ms")).toBe("in 25–50\u202fms");
  expect(formatBucket({ lower: 60, upper: null }, "seconds", "s")).toBe("≥\u202f60\u202fs");
});

test("formats a quantile in the first or last bucket as the edge of the bucket", () => {
  const text = (lower: number, upper: number | null) =>
    formatQuantileWithUnit(0.02, { lower, upper }, "seconds", "ms");
  expect(text(0, 0.04)).toBe("<40\u202fms, below resolution");
  expect(text(0.01, 0.04)).toBe("20.0\u202fms");
  expect(text(0.02, null)).toBe("≥\u202f20.0\u202fms");
  // The zero bucket of a native histogram is narrower than any displayed value.
  expect(text(0, 1e-128)).toBe("20.0\u202fms");
  expect(formatQuantileWithUnit(0.02, null, "seconds", "ms")).toBe("20.0\u202fms");
  expect(formatQuantileWithUnit(0.5, { lower: 0, upper: 1 }, "tokens", "tokens")).toBe(
    "≤1\u202ftokens, below resolution",
  );
});

test("formats any value of any signal without NaN or minus zero, and keeps the sign", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
      fc.constantFrom(...signals),
      (value, signal) => {
        const text = formatWithUnit(value, signal.unit, signal.displayUnit);
        expect(text).not.toMatch(/NaN|Infinity|e\d|^−0(\.0+)?\u202f|undefined/);
        expect(value > 0 && text.startsWith("−")).toBe(false);
      },
    ),
  );
});

test("formats a value below the resolution of its unit as less than the smallest step", () => {
  for (const displayUnit of ["s", "requests", "%"] as const) {
    const step = displayResolution(displayUnit);
    expect(formatDisplayValue(step / 3, displayUnit)).toBe(`<${step}`);
    expect(Number(formatDisplayValue(step, displayUnit))).toBe(step);
  }
});

test("aligns shares with one decimal and never shows a small share as zero", () => {
  expect(formatAlignedPercent(0)).toBe("0.0");
  expect(formatAlignedPercent(0.0001)).toBe("<0.1");
  expect(formatAlignedPercent(0.0006)).toBe("0.1");
  expect(formatAlignedPercent(0.5)).toBe("50.0");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { scaleScatterAxis } from "./scatter-axis";

test("a factor of ten stays linear, and more than ten is logarithmic", () => {
  expect(scaleScatterAxis([1, 4, 10])).toMatchObject({ scale: "linear", domain: [0, 10] });
  expect(scaleScatterAxis([0.2, 7])).toEqual({
    scale: "log",
    domain: [0.2 / 1.1, 7 * 1.1],
    ticks: [0.25, 0.5, 1, 2.5, 5],
  });
});

test("a value of 0 or below keeps the axis linear", () => {
  expect(scaleScatterAxis([0, 1, 1_000]).scale).toBe("linear");
  expect(scaleScatterAxis([-1, 1, 1_000]).scale).toBe("linear");
  expect(scaleScatterAxis([])).toEqual({ scale: "linear", domain: [0, 1], ticks: [0, 1] });
});

test("many decades have ticks at powers of ten", () => {
  expect(scaleScatterAxis([0.02, 900]).ticks).toEqual([0.1, 1, 10, 100]);
});

test("the scale includes every value, and every tick is on the axis", () => {
  const value = fc.double({ min: 1e-4, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), (values) => {
      const { domain, ticks, scale } = scaleScatterAxis(values);
      const slack = 1e-9 * Math.max(...values);
      expect(domain[0]).toBeLessThanOrEqual(Math.min(...values) + slack);
      expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values) - slack);
      if (scale === "linear") return;
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.every((tick) => tick >= domain[0] && tick <= domain[1])).toBe(true);
    }),
  );
});

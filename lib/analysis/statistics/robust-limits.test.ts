import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { robustLimits } from "./robust-limits";
import { randomNormal, createSeededRandom } from "./seeded-random";
import { studentCriticalValue } from "./significance/student-t";

function falseAlarms(n: number, draw: (normal: () => number) => number, rounds = 15_000): number {
  const random = createSeededRandom(n);
  const normal = (): number => randomNormal(random);
  let outside = 0;
  for (let round = 0; round < rounds; round += 1) {
    const limits = robustLimits(Array.from({ length: n }, () => draw(normal)));
    if (limits.kind !== "limits") throw new Error(limits.kind);
    const next = draw(normal);
    if (next < limits.lower || next > limits.upper) outside += 1;
  }
  return outside / rounds;
}

describe("false alarms are near the nominal 0.27 %", () => {
  test.each([24, 48])("normal values, n = %i", (n) => {
    const rate = falseAlarms(n, (normal) => 100 + 10 * normal());
    expect(rate).toBeGreaterThan(0.0012);
    expect(rate).toBeLessThan(0.0045);
  });

  test.each([0.2, 0.5, 1])("log-normal values of σ = %f, n = 24", (sigma) => {
    const rate = falseAlarms(24, (normal) => Math.exp(sigma * normal()));
    expect(rate).toBeGreaterThan(0.0012);
    expect(rate).toBeLessThan(0.0045);
  });

  test("the median ± 3 MAD of four values would raise an alarm for one in six", () => {
    const random = createSeededRandom(4);
    let outside = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const [next = 0, ...four] = Array.from({ length: 5 }, () => randomNormal(random));
      const [a = 0, b = 0, c = 0, d = 0] = four.toSorted((p, q) => p - q);
      const centre = (b + c) / 2;
      const away = [a, b, c, d].map((value) => Math.abs(value - centre)).toSorted((p, q) => p - q);
      if (Math.abs(next - centre) > (3 * 1.4826 * ((away[1] ?? 0) + (away[2] ?? 0))) / 2) outside += 1;
    }
    expect(outside / 20_000).toBeGreaterThan(0.14);
    expect(outside / 20_000).toBeLessThan(0.2);
  });
});

test("matches a manual calculation: −12 to 12 have median 0 and MAD 6", () => {
  const values = Array.from({ length: 25 }, (_, index) => index - 12);
  const reach =
    1.4826 * (25 / 24.2) * 6 * studentCriticalValue(0.0027, 0.367 * 25) * Math.sqrt(1 + Math.PI / 50);
  const limits = robustLimits(values);
  expect(limits).toMatchObject({ kind: "limits", scale: "linear", centre: 0 });
  if (limits.kind !== "limits") return;
  expect(limits.upper).toBeCloseTo(reach, 9);
  expect(limits.lower).toBeCloseTo(-reach, 9);
});

test("one extreme value among thirty changes the limits little", () => {
  const random = createSeededRandom(3);
  const calm = Array.from({ length: 30 }, () => 10 + randomNormal(random));
  const [before, after] = [robustLimits(calm), robustLimits([...calm.slice(1), 14])];
  if (before.kind !== "limits" || after.kind !== "limits") throw new Error("expected limits");
  expect(Math.abs(after.upper - before.upper)).toBeLessThan(1.5);
});

test("few, equal and mostly equal values have separate results", () => {
  expect(robustLimits([])).toEqual({ kind: "too-few" });
  expect(robustLimits([1, 2, 3])).toEqual({ kind: "too-few" });
  expect(robustLimits([5, 5, 5, 5])).toEqual({ kind: "no-spread", lower: 5, centre: 5, upper: 5 });
  expect(robustLimits([0, 0, 0, 0, 9])).toEqual({ kind: "no-spread", lower: 0, centre: 0, upper: 9 });
});

const sample = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 4, maxLength: 60 });

test("the limits contain their centre and are independent of the order", () => {
  fc.assert(
    fc.property(sample, (values) => {
      const limits = robustLimits(values);
      expect(robustLimits(values.toReversed()).kind).toBe(limits.kind);
      if (limits.kind === "too-few") throw new Error("four values are enough");
      expect(limits.lower).toBeLessThanOrEqual(limits.centre);
      expect(limits.centre).toBeLessThanOrEqual(limits.upper);
    }),
  );
});

test("a change of unit changes limits by the same factor", () => {
  const positive = fc.array(fc.double({ min: 0.001, max: 1000, noNaN: true }), {
    minLength: 8,
    maxLength: 40,
  });
  fc.assert(
    fc.property(positive, (values) => {
      const [seconds, milliseconds] = [
        robustLimits(values),
        robustLimits(values.map((value) => value * 1024)),
      ];
      if (seconds.kind !== "limits" || milliseconds.kind !== "limits") return;
      if (seconds.scale !== milliseconds.scale) return;
      expect(milliseconds.upper / seconds.upper / 1024).toBeCloseTo(1, 6);
      expect(milliseconds.centre / seconds.centre / 1024).toBeCloseTo(1, 6);
    }),
  );
});

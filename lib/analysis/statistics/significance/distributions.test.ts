import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binomialCdf } from "./binomial";
import { chiSquaredTail } from "./chi-squared";
import { regularisedUpperGamma } from "./incomplete-gamma";
import { twoSidedNormalCriticalValue, twoSidedPValue, twoSidedNormalLimit } from "./normal-tail";
import { studentCriticalValue, studentTwoSided } from "./student-t";

/** Reference values computed with 30 digits (mpmath). Both columns of a table are exact to the last digit. */
describe("distributions, relative to 30-digit references", () => {
  test.each([
    [0.5, 0.6170750774519738],
    [3, 0.0026997960632601866],
    [6, 1.973175290075396e-9],
    [9, 2.257176811907681e-19],
    [20, 5.5072482372124675e-89],
    [37, 1.1451142445049154e-299],
  ])("P(|Z| > %f)", (z, probability) => {
    expect(twoSidedPValue(z) / probability).toBeCloseTo(1, 12);
  });

  test("P(|Z| > z) = 5 % at 1.96; the tail does not end where 1 − erf does", () => {
    expect(twoSidedNormalCriticalValue(0.05)).toBeCloseTo(twoSidedNormalLimit, 12);
    expect(twoSidedNormalCriticalValue(2e-20)).toBeCloseTo(9.262340089798153, 11);
    expect(twoSidedPValue(40)).toBe(0);
  });

  test.each([
    [86.88, 5, 3.0363682559635824e-17],
    [11.0705, 5, 0.049999955428043655],
    [124.342, 100, 0.05000071576997177],
    [400, 100, 1.6927979958857087e-37],
    [0.5, 6, 0.9978385033102375],
    [1000, 20, 3.9047966391213204e-199],
  ])("P(χ² > %f) with %i degrees of freedom", (x, degrees, probability) => {
    expect(chiSquaredTail(x, degrees) / probability).toBeCloseTo(1, 12);
  });

  test.each([
    [0.05, 10, 2.228138851986275],
    [0.05, 120, 1.979930405082441],
    [0.001, 23, 3.7676268043117807],
    [0.05, 2.6, 3.478182410691131],
  ])("Student's t at %f with %f degrees of freedom", (alpha, degrees, t) => {
    expect(studentCriticalValue(alpha, degrees) / t).toBeCloseTo(1, 11);
  });

  test.each([
    [9450, 10000, 0.95, 0.012419932149009398],
    [5, 1_000_000, 1e-5, 0.06708501704653115],
  ])("binomial P(X ≤ %i), n = %i, p = %f", (k, n, p, probability) => {
    expect(binomialCdf(k, n, p) / probability).toBeCloseTo(1, 9);
  });
});

test("two degrees of freedom have a closed form: P(χ² > x) = exp(−x/2)", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 500, noNaN: true }), (x) => {
      expect(chiSquaredTail(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 11);
    }),
  );
});

test("the incomplete gamma function satisfies Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1)", () => {
  const shape = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(shape, fc.double({ min: 0.01, max: 200, noNaN: true }), (a, x) => {
      let factorial = 1;
      for (let k = 2; k <= a; k += 1) factorial *= k;
      const step = (x ** a * Math.exp(-x)) / factorial;
      expect(regularisedUpperGamma(a + 1, x)).toBeCloseTo(regularisedUpperGamma(a, x) + step, 11);
    }),
  );
});

test("one degree of freedom of χ² is the square of a normal variable; t tends to it", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 30, noNaN: true }), (z) => {
      expect(chiSquaredTail(z * z, 1)).toBeCloseTo(twoSidedPValue(z), 12);
      expect(studentTwoSided(Math.min(z, 5), 1e6)).toBeCloseTo(twoSidedPValue(Math.min(z, 5)), 4);
    }),
  );
});

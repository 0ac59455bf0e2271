import fc from "fast-check";
import { expect, test } from "vitest";
import { studentCriticalValue, studentTwoSided } from "./student-t";

/** Two-sided limits of the usual printed table; 3.2906 from the normal limit with very many degrees of freedom. */
test.each([
  [0.05, 1, 12.7062],
  [0.05, 10, 2.2281],
  [0.01, 5, 4.0321],
  [0.001, 23, 3.7676],
  [0.05, 120, 1.9799],
  [0.001, 1e7, 3.2905],
])("P(|T| > t) = %f with %f degrees of freedom at t = %f", (alpha, degrees, t) => {
  expect(studentCriticalValue(alpha, degrees)).toBeCloseTo(t, 3);
});

test("one degree of freedom is Cauchy's distribution: P(|T| > 1) = 1/2; two have a closed form", () => {
  expect(studentTwoSided(1, 1)).toBeCloseTo(0.5, 12);
  expect(studentTwoSided(2, 2)).toBeCloseTo(1 - 2 / Math.sqrt(6), 12);
});

test("limit and probability are inverse functions, also at fractional degrees of freedom", () => {
  const alphas = fc.double({ min: 1e-4, max: 0.99, noNaN: true });
  const degrees = fc.double({ min: 0.5, max: 500, noNaN: true });
  fc.assert(
    fc.property(alphas, degrees, (alpha, nu) => {
      expect(studentTwoSided(studentCriticalValue(alpha, nu), nu) / alpha).toBeCloseTo(1, 6);
    }),
  );
});

/**
 * How many random cases each property is tried on, and the variable that carries the number to the tests. This is the only
 * place that says it: a run of Vitest by hand counts as `npm test`.
 */
export const propertyCases = {
  /** `npm run verify`, the inner loop: enough to catch a plain mistake within the minute. */
  verify: 25,
  /** `npm test`. */
  test: 300,
  /** `npm run test:deep`. */
  deep: 10_000,
} as const;

const variable = "RIDGEPOINT_CASES";

/** The environment that makes the tests try so many cases. */
export function casesEnv(cases: number): Readonly<Record<string, string>> {
  return { [variable]: String(cases) };
}

/** How long one property may take, with servers to ask and other suites beside it. */
export function propertyLimitMs(cases: number): number {
  return Math.max(600_000, 360 * cases);
}

/** What the environment asks for, or the number given. */
export function configuredCases(fallback: number): number {
  return Number(process.env[variable] ?? fallback);
}

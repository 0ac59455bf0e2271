/**
 * Number of random cases per property test, and the variable that passes it to the tests. Running Vitest directly
 * uses the number of `npm test`.
 */
export const propertyCaseCounts = {
  /** `npm run verify`, which developers run often: enough cases to find simple errors. */
  verify: 25,
  /** `npm test`. */
  test: 300,
  /** `npm run test:deep`. */
  deep: 10_000,
} as const;

const variable = "RIDGEPOINT_CASES";

/** Returns the environment that sets the number of cases. */
export function createCasesEnvironment(caseCount: number): Readonly<Record<string, string>> {
  return { [variable]: String(caseCount) };
}

/** Returns the time limit of one property test, including server queries and concurrent suites. */
export function computePropertyTimeoutMs(caseCount: number): number {
  return Math.max(600_000, 360 * caseCount);
}

/** Returns the configured number of cases, or the fallback. */
export function readConfiguredCases(defaultCaseCount: number): number {
  return Number(process.env[variable] ?? defaultCaseCount);
}

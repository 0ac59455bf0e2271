/** Counts passed and failed tests in the result files of Vitest and Playwright. */
import { readFileSync } from "node:fs";
import { z } from "zod";

/** Number of passed and failed tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // A runner that crashed before writing its report counts as one failure; the caller also checks its exit code.
    return undefined;
  }
}

/** Returns the counts of Vitest's JSON report. Skipped tests and files that could not be loaded count as failed. */
export function readVitestCounts(reportFile: string): TestCounts {
  const report = vitestReport.safeParse(readJson(reportFile));
  if (!report.success) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.data;
  const unloaded = testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + unloaded.length,
  };
}

/** Returns the counts of Playwright's JSON report. Flaky and skipped tests count as failed. */
export function readPlaywrightCounts(reportFile: string): TestCounts {
  const report = playwrightReport.safeParse(readJson(reportFile));
  if (!report.success) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  return { passed: expected, failed: unexpected + flaky + skipped + report.data.errors.length };
}

/** Returns the sums of both counts. */
export function addTestCounts(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

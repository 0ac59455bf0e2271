/** Lists failed tests from the result files of Vitest and Playwright, for the end of a long log. */
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** Failed test, or a file that could not be loaded. */
export interface TestFailure {
  readonly file: string;
  readonly name: string;
  /** First lines of the runner's message, without colours. */
  readonly message: string;
}

const shownLines = 15;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const browserSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});

interface BrowserSuite {
  readonly specs: readonly z.infer<typeof browserSpec>[];
  readonly suites?: readonly BrowserSuite[] | undefined;
}

const browserSuite: z.ZodType<BrowserSuite> = z.lazy(() =>
  z.object({ specs: z.array(browserSpec), suites: z.array(browserSuite).optional() }),
);

const browserReport = z.object({
  suites: z.array(browserSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

const shorten = (text: string): string =>
  stripVTControlCharacters(text).trim().split("\n").slice(0, shownLines).join("\n");

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Without a report no test can be named; the failed runner is counted separately.
    return undefined;
  }
}

/** Returns the failed tests of Vitest's JSON report and the files that could not be loaded. */
export function readVitestFailures(reportFile: string): readonly TestFailure[] {
  const files = readReport(reportFile, vitestReport)?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) =>
    status === "failed" && assertionResults.length === 0
      ? [{ file: name, name: "could not be loaded", message: shorten(message) }]
      : assertionResults
          .filter((result) => result.status !== "passed")
          .map((result) => ({
            file: name,
            name: result.fullName,
            // A test that did not run because a hook failed has no message; the hook's error is that of the file.
            message: shorten(result.failureMessages?.join("\n") || message || result.status),
          })),
  );
}

const specsOf = (suite: BrowserSuite): readonly z.infer<typeof browserSpec>[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Returns the failed tests of Playwright's JSON report. Errors outside any test are listed under "playwright". */
export function readPlaywrightFailures(reportFile: string): readonly TestFailure[] {
  const report = readReport(reportFile, browserReport);
  const outside = (report?.errors ?? []).map(({ message }) => ({
    file: "playwright",
    name: "outside any test",
    message: shorten(message ?? ""),
  }));
  const failed = (report?.suites ?? []).flatMap(specsOf).filter(({ ok }) => !ok);
  return [
    ...outside,
    ...failed.map((spec) => ({
      file: `${spec.file}:${spec.line}`,
      name: spec.title,
      message: shorten(
        spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? "")).join("\n"),
      ),
    })),
  ];
}

/**
 * `npm test`: everything that CI runs, on separate services, independent of a running demo. Every step runs even when
 * an earlier one failed; the last line is the total.
 */
import { rmSync } from "node:fs";
import { relative } from "node:path";
import { runChecks, type SuiteCheck, type CheckResult } from "./suites/checks";
import { addTestCounts, readPlaywrightCounts, readVitestCounts, type TestCounts } from "./suites/test-counts";
import { readPlaywrightFailures, readVitestFailures } from "./suites/test-failures";
import { prepareTestTools } from "./suites/test-tools";

const results = "test-results";
rmSync(results, { recursive: true, force: true });

const ignored = ["DATABASE_URL", "PROMETHEUS_URL", "JAEGER_URL"].filter(
  (name) => process.env[name] !== undefined,
);
if (ignored.length > 0) console.log(`${ignored.join(", ")} ignored: the tests start separate services`);
for (const name of ignored) delete process.env[name];

const tools = await prepareTestTools();

const vitestFile = `${results}/vitest.json`;
const playwrightFile = `${results}/e2e.json`;

/** Type-check options and cache of the build later in this run, which then has little left to check. */
const asBuildsCheck =
  "--noEmit --declarationMap false --emitDeclarationOnly false --tsBuildInfoFile .next/cache/.tsbuildinfo";

const checks: readonly SuiteCheck[] = [
  { name: "format", command: ["oxfmt", "--check"], fix: "npm run format" },
  { name: "lint", command: ["oxlint"], fix: "npm run lint -- --fix" },
  {
    name: "types of routes",
    command: ["next", "typegen"],
    fix: "read the messages above",
    env: { NEXT_TELEMETRY_DISABLED: "1" },
  },
  { name: "types", command: ["tsc", ...asBuildsCheck.split(" ")], fix: "read the messages above" },
  {
    name: "unit, property, contract and integration tests",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestFile}`],
    fix: "npx vitest run <file>",
  },
  {
    name: "browser tests",
    command: ["playwright", "test"],
    fix: "npx playwright test <file>",
    env: tools.environment,
  },
];

function countsOf(outcome: CheckResult): TestCounts {
  const counted =
    outcome.name === "browser tests"
      ? readPlaywrightCounts(playwrightFile)
      : outcome.name.startsWith("unit")
        ? readVitestCounts(vitestFile)
        : { passed: outcome.isPassed ? 1 : 0, failed: outcome.isPassed ? 0 : 1 };
  // A runner that fails although every test passed (an unhandled rejection, a stack that does not start) is a
  // failure.
  return outcome.isPassed || counted.failed > 0 ? counted : { passed: counted.passed, failed: 1 };
}

const outcomes = await runChecks(checks);
const total = outcomes.map(countsOf).reduce(addTestCounts, { passed: 0, failed: 0 });
for (const { file, name, message } of [
  ...readVitestFailures(vitestFile),
  ...readPlaywrightFailures(playwrightFile),
]) {
  console.log(`\n── failed: ${relative(process.cwd(), file)} › ${name}\n${message}`);
}
const elapsedMs = outcomes.reduce((sum, outcome) => sum + outcome.elapsedMs, 0);
console.log(`\n${tools.versions.join(", ")}; ${(elapsedMs / 60_000).toFixed(1)} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

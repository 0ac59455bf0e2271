/**
 * `npm run verify`: format, lint, unused code, types, unit, component and architecture tests. Run it while you
 * develop.
 */
import { runParallelChecks, type SuiteCheck } from "./suites/checks";
import { readConfiguredCases, createCasesEnvironment, propertyCaseCounts } from "./suites/property-cases";

const staticChecks: readonly SuiteCheck[] = [
  { name: "format", command: ["oxfmt", "--check"], fix: "npm run format" },
  { name: "lint", command: ["oxlint"], fix: "npm run lint -- --fix" },
  { name: "unused code", command: ["knip"], fix: "remove what nothing uses, or the word export" },
  { name: "types", command: ["tsc", "--noEmit"], fix: "see the messages above" },
];

const tests: SuiteCheck = {
  name: "tests",
  command: [
    "vitest",
    "run",
    ...["unit", "component", "architecture"].flatMap((project) => ["--project", project]),
    "--sequence.shuffle.files",
  ],
  fix: "npx vitest <file>",
  env: createCasesEnvironment(readConfiguredCases(propertyCaseCounts.verify)),
};

const outcomes = await runParallelChecks([staticChecks, [tests]]);
process.exitCode = outcomes.every((check) => check.isPassed) ? 0 : 1;

/** `npm run test:deep`: the property and differential tests with 10,000 cases each; by hand before closing a piece of work. */
import { runChecks } from "./checks";
import { prepareTestTools } from "./test-tools";

const cases = process.env["RIDGEPOINT_CASES"] ?? "10000";
await prepareTestTools();
// The suites that look for laws; those that start and stop whole systems are in `npm test`.
const outcomes = await runChecks([
  {
    name: `properties, ${cases} cases each`,
    command: ["vitest", "run", "--project", "unit", "--testTimeout=900000", "lib", "components"],
    fix: "npx vitest run <file> with RIDGEPOINT_CASES set",
    env: { RIDGEPOINT_CASES: cases },
  },
  {
    name: `differences to Prometheus, ${cases} cases each`,
    command: [
      "vitest",
      "run",
      "--project",
      "integration",
      "--testTimeout=3600000",
      "tests/integration/differential",
    ],
    fix: "npx vitest run --project integration tests/integration/differential",
    env: { RIDGEPOINT_CASES: cases },
  },
]);
process.exitCode = outcomes.every((outcome) => outcome.ok) ? 0 : 1;

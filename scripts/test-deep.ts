/**
 * `npm run test:deep`: property and differential tests with 10,000 cases each, and the suite against real products.
 * Run it before completing a piece of work.
 */
import { runChecks } from "./suites/checks";
import { preparePeerSuite } from "./suites/peer-suite";
import { readConfiguredCases, createCasesEnvironment, propertyCaseCounts } from "./suites/property-cases";
import { prepareRecentPrometheus } from "./suites/recent-prometheus";
import { prepareTestTools } from "./suites/test-tools";

/**
 * Suites that compare with real servers, each with the requested number of random cases, on every available
 * generation.
 */
const differences = [
  "tests/integration/differential",
  "tests/integration/metrics-servers",
  "tests/integration/prometheus/cache-and-tail.test.ts",
  "tests/integration/prometheus/hostile-labels.test.ts",
] as const;

const cases = readConfiguredCases(propertyCaseCounts.deep);
await prepareTestTools();
console.log(await prepareRecentPrometheus((line) => console.log(line)));
const peers = await preparePeerSuite((line) => console.log(line));
// Only the property suites; suites that start complete systems run in `npm test`.
const outcomes = await runChecks([
  {
    name: `properties, ${cases} cases each`,
    command: ["vitest", "run", "--project", "unit", "--testTimeout=900000", "lib", "components"],
    fix: "npx vitest run <file> with RIDGEPOINT_CASES set",
    env: createCasesEnvironment(cases),
  },
  {
    name: `differences from Prometheus, ${cases} cases each`,
    command: ["vitest", "run", "--project", "integration", "--testTimeout=3600000", ...differences],
    fix: `npx vitest run --project integration ${differences.join(" ")}`,
    env: createCasesEnvironment(cases),
  },
  {
    name: "strange deployments of all engines",
    command: ["vitest", "run", "--project", "deep", "tests/deep/strange-"],
    fix: "RIDGEPOINT_DEEP=1 npx vitest run --project deep <file>",
    env: { RIDGEPOINT_DEEP: "1" },
  },
  ...peers,
]);
process.exitCode = outcomes.every((outcome) => outcome.isPassed) ? 0 : 1;

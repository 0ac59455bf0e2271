/** `npm run bench [-- P4 P18 …]`: runs the benchmarks of `tests/performance`, on an otherwise idle machine. */
import { runChecks } from "./suites/checks";
import { ensureBrowser } from "./suites/test-tools";

const browser = ensureBrowser();
const [outcome] = await runChecks([
  {
    name: "benches",
    command: ["tsx", "tests/performance/main.ts", ...process.argv.slice(2)],
    fix: "see the messages above",
    env: browser === undefined ? {} : { RIDGEPOINT_CHROMIUM: browser },
  },
]);
process.exitCode = outcome?.isPassed === true ? 0 : 1;

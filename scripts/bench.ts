/** `npm run bench [-- P4 P18 …]`: the ratios of `tests/performance`, on a machine that should do nothing else meanwhile. */
import { runChecks } from "./checks";
import { ensureBrowser } from "./test-tools";

const browser = ensureBrowser();
const [outcome] = await runChecks([
  {
    name: "benches",
    command: ["tsx", "tests/performance/main.ts", ...process.argv.slice(2)],
    fix: "read the messages above",
    env: browser === undefined ? {} : { RIDGEPOINT_CHROMIUM: browser },
  },
]);
process.exitCode = outcome?.ok === true ? 0 : 1;

/** `npm run bench`: the ratios of `tests/performance`, on a machine that should do nothing else meanwhile. */
import { runChecks } from "./checks";

const [outcome] = await runChecks([
  { name: "benches", command: ["tsx", "tests/performance/main.ts"], fix: "read the messages above" },
]);
process.exitCode = outcome?.ok === true ? 0 : 1;

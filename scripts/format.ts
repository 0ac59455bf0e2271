/** `npm run format`: formats every file. */
import { runChecks } from "./suites/checks";

const [outcome] = await runChecks([
  { name: "format", command: ["oxfmt", ...process.argv.slice(2)], fix: "see the messages above" },
]);
process.exitCode = outcome?.isPassed === true ? 0 : 1;

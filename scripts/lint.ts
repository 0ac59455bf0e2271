/** `npm run lint`: runs the linter with optional flags. Its configuration needs the pinned runtime. */
import { runChecks } from "./suites/checks";

const [outcome] = await runChecks([
  { name: "lint", command: ["oxlint", ...process.argv.slice(2)], fix: "npm run lint -- --fix" },
]);
process.exitCode = outcome?.isPassed === true ? 0 : 1;

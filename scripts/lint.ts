/** `npm run lint`: the linter, with any of its own flags; its configuration needs the pinned runtime. */
import { runChecks } from "./checks";

const [outcome] = await runChecks([
  { name: "lint", command: ["oxlint", ...process.argv.slice(2)], fix: "npm run lint -- --fix" },
]);
process.exitCode = outcome?.ok === true ? 0 : 1;

/** `npm run verify`: format, lint, types, unit, component and architecture tests; the inner loop, under a minute. */
import { runChecks, type Check } from "./checks";

const checks: readonly Check[] = [
  { name: "format", command: ["oxfmt", "--check"], fix: "npm run format" },
  { name: "lint", command: ["oxlint"], fix: "npm run lint -- --fix" },
  { name: "types", command: ["tsc", "--noEmit"], fix: "read the messages above" },
  {
    name: "tests",
    command: ["vitest", "run", "--project", "unit", "--project", "component", "--project", "architecture"],
    fix: "npx vitest <file>",
  },
];

const outcome = await runChecks(checks);
process.exitCode = outcome.every((check) => check.ok) ? 0 : 1;

/** `npm run format`: writes every file the way the formatter has it. */
import { runChecks } from "./checks";

const [outcome] = await runChecks([
  { name: "format", command: ["oxfmt", ...process.argv.slice(2)], fix: "read the messages above" },
]);
process.exitCode = outcome?.ok === true ? 0 : 1;

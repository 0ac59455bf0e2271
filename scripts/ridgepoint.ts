/** `npx ridgepoint <command>`: runs the command-line program and exits with its exit code. */
import { printOutcome } from "@/cli/print-outcome";
import { run } from "@/cli/run";

const outcome = await run(process.argv.slice(2), process.env);
await printOutcome(outcome, process);
process.exit(outcome.exitCode);

/** `npx ridgepoint <command>`: runs the command-line program and exits with its exit code. */
import { run } from "@/cli/run";

const outcome = await run(process.argv.slice(2), process.env);
const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    // Exiting immediately would truncate output that a pipe has not read yet.
    stream.write(text === "" ? "" : `${text}\n`, () => resolve());
  });
await print(process.stdout, outcome.output);
await print(process.stderr, outcome.errorOutput);
process.exit(outcome.exitCode);

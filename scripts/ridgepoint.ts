/** `npx ridgepoint <command>`: hands over to the program, and ends with its exit code. */
import { run } from "@/cli/run";

const outcome = await run(process.argv.slice(2), process.env);
const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    // Ending at once would cut off what a pipe has not taken yet.
    stream.write(text === "" ? "" : `${text}\n`, () => resolve());
  });
await print(process.stdout, outcome.output);
await print(process.stderr, outcome.errorOutput);
process.exit(outcome.exitCode);

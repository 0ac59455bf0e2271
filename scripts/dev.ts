/** `npm run dev`: the demo with the development server in the application's place, which shows changes at once. */
import { demoDataFolder, runDemo } from "@/demo/stack/command/demo";
import { describeFailure } from "@/demo/stack/stack-error";

try {
  await runDemo({ dataFolder: demoDataFolder, program: () => Promise.resolve({ kind: "development" }) });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}

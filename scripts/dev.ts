/** `npm run dev`: runs the demo with the development server, which shows source changes immediately. */
import { demoDataFolder, runDemo } from "@/demo/stack/command/demo";
import { formatFailure } from "@/demo/stack/stack-error";

try {
  await runDemo({
    dataFolder: demoDataFolder,
    prepareProgram: () => Promise.resolve({ kind: "development" }),
  });
} catch (error) {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exitCode = 1;
}

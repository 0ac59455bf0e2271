// The demo with a small fleet and a small application, as a program that a test can start, query and kill. Usage: tsx
// demo-program.ts <data folder> <folder with server.js> [command of the demo]
import { join } from "node:path";
import { runDemo } from "@/demo/stack/command/demo";
import { runDemoCommand } from "@/demo/stack/command/demo-commands";
import { formatFailure } from "@/demo/stack/stack-error";

const [dataFolder = "", appFolder = "", command, ...args] = process.argv.slice(2);
try {
  if (command === undefined) {
    await runDemo({
      dataFolder,
      prepareProgram: () => Promise.resolve({ kind: "built", folder: appFolder }),
      fleetScripts: {
        simulator: join(import.meta.dirname, "fleet.ts"),
        history: join(import.meta.dirname, "past.ts"),
      },
    });
  } else {
    process.stdout.write(`${await runDemoCommand(dataFolder, command, args)}\n`);
  }
} catch (error) {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exitCode = 1;
}

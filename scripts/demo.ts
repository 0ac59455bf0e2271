/**
 * `npm run demo`: runs the complete system on this machine. From another terminal: `npm run demo -- status`, `--
 * start|stop <part>...`, `-- fault [<deployment> <fault> [on [<strength>] [<instance>]|off]]`, `-- profiles`, `--
 * add|remove <profile>`, `-- seed [<scenario>]`, which `npm run seed` calls. `-- help` lists all commands.
 */
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { demoDataFolder, runDemo } from "@/demo/stack/command/demo";
import { formatFailure } from "@/demo/stack/stack-error";
import { runDemoCommand } from "@/demo/stack/command/demo-commands";
import { makeFilesAbsolute } from "./start-checks/absolute-files";

const [command, ...args] = process.argv.slice(2);
try {
  if (command === undefined) {
    Object.assign(process.env, makeFilesAbsolute(process.env, process.cwd()));
    await runDemo({
      dataFolder: demoDataFolder,
      prepareProgram: async (log, signal) => ({ kind: "built", folder: await ensureAppBuild(log, signal) }),
    });
  } else {
    process.stdout.write(`${await runDemoCommand(demoDataFolder, command, args)}\n`);
  }
} catch (error) {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exitCode = 1;
}

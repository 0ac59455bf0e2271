/** The `ridgepoint` program: runs the command and returns its outcome. */
import { baselinesCommand } from "./baselines";
import type { Command, ProcessEnvironment } from "./command";
import { gateCommand } from "./gate";
import { investigationsCommand } from "./investigations/investigations";
import { measuredCommand } from "./measured";
import { createSuccess, createUsageError, type CliOutcome } from "./outcome";
import { tracesCommand } from "./traces";

/** All commands, by name. */
const commands = new Map<string, Command>([
  ["traces", tracesCommand],
  ["measured", measuredCommand],
  ["baselines", baselinesCommand],
  ["gate", gateCommand],
  ["investigations", investigationsCommand],
]);

const allUsages = [...commands.values()].map(({ usage }) => usage).join("\n       ");

/** Runs the command that the first argument names. */
export async function run(args: readonly string[], environment: ProcessEnvironment): Promise<CliOutcome> {
  const [name, ...rest] = args;
  const command = name === undefined ? undefined : commands.get(name);
  if (args.includes("--help") || args.includes("-h"))
    return createSuccess(`usage: ${command?.usage ?? allUsages}`);
  if (command !== undefined) return command.run(rest, environment);
  const problem = name === undefined ? "the command is missing" : `unknown command “${name}”`;
  return createUsageError(problem, allUsages);
}

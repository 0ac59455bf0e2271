// Command that runs a TypeScript program as one process: the current Node with tsx as its loader. The `tsx` command
// would add a second process, which would have to forward signals and exit codes.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface NodeCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Returns the command that runs a TypeScript file with these arguments. */
export function createTypescriptCommand(scriptPath: string, args: readonly string[]): NodeCommand {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return { command: process.execPath, args: ["--import", loader, scriptPath, ...args] };
}

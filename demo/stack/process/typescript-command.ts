// How a TypeScript program of ours is started as one process: the Node we run on, with tsx as its loader. The `tsx`
// command itself would put a second process in between, which signals and exit codes would have to pass.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface NodeCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export function typescriptCommand(script: string, args: readonly string[]): NodeCommand {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return { command: process.execPath, args: ["--import", loader, script, ...args] };
}

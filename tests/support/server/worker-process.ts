/** `npm run worker` as a separate process. */
import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { root } from "@/tests/architecture/source-files";

export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Returns the text on standard output and standard error. */
  readonly output: () => string;
  /** Exit status; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** Starts a worker with these variables. The caller ends it. */
export function startWorkerProcess(variables: RawEnvironment): WorkerProcess {
  const loader = pathToFileURL(createRequire(path.join(root, "package.json")).resolve("tsx")).href;
  const child = spawn(process.execPath, ["--import", loader, path.join(root, "scripts/worker.ts")], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "test", ...variables },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { child, output: () => output, ended };
}

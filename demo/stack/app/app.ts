// Runs the web application as a process of the stack: a finished build, or the development server.
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "../folders";
import type { Log } from "../log";
import { type Part, createProcessPart } from "../part";
import type { ProcessOwner, ProcessSpec } from "../process/process";
import { isResponding } from "../process/wait-until";
import type { Environment } from "../process/environment";

/** Files of a finished build, or the development server. */
export type AppProgram =
  | { readonly kind: "built"; readonly folder: string }
  | { readonly kind: "development" };

export interface AppOptions {
  /** Folder for the log file. */
  readonly folder: string;
  readonly port: number;
  /** Called at every start, so that a start after a source change runs the new build. */
  readonly prepareProgram: (signal?: AbortSignal) => Promise<AppProgram>;
  /** Called right before the port is needed. */
  readonly releasePort: () => Promise<void>;
  /** Environment variables of the application, in addition to those of every process. */
  readonly extraEnvironment: Readonly<Record<string, string>>;
  readonly owner: ProcessOwner;
  readonly log: Log;
}

const READY_LIMIT_MS = 120_000;
// It finishes in-flight requests before it exits.
const STOP_LIMIT_MS = 20_000;
// The user's sources and credentials must not reach an application that runs on the demo's sources.
const SOURCE_VARIABLE = /^(?:DATABASE|PROMETHEUS|JAEGER|TEMPO)_/;

/** Creates the part that runs the application. */
export function createAppPart(options: AppOptions): Part {
  const { owner, log } = options;
  return createProcessPart({ name: "app", owner, log, prepareProcess: () => prepare(options) });
}

async function prepare({
  folder,
  port,
  prepareProgram,
  releasePort,
  extraEnvironment,
}: AppOptions): Promise<ProcessSpec> {
  const chosen = await prepareProgram();
  await releasePort();
  const isBuilt = chosen.kind === "built";
  return {
    name: "app",
    command: process.execPath,
    args: programArguments(chosen, port),
    cwd: isBuilt ? chosen.folder : cloneFolder,
    env: {
      ...removeSourceVariables(process.env),
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
      NODE_ENV: isBuilt ? "production" : "development",
      NEXT_TELEMETRY_DISABLED: "1",
      // As with `npm start`, requests in flight are finished. No load balancer needs time to notice the end.
      ...(isBuilt ? { NEXT_MANUAL_SIG_HANDLE: "drain" } : {}),
      ...extraEnvironment,
    },
    logFile: join(ensureFolder(folder), "app.log"),
    stopTimeoutMs: STOP_LIMIT_MS,
    isReady: () => isResponding(`http://127.0.0.1:${port}/api/health?probe=ready`),
    readyTimeoutMs: READY_LIMIT_MS,
  };
}

/** Returns the environment without the variables that configure external sources. */
export function removeSourceVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SOURCE_VARIABLE.test(name)));
}

/**
 * Returns the names of the set variables that configure an external source, which `removeSourceVariables` removes.
 */
export function listSourceVariables(environment: Environment): readonly string[] {
  return ["DATABASE_URL", "PROMETHEUS_URL", "JAEGER_URL", "TEMPO_URL"].filter(
    (name) => environment[name] !== undefined,
  );
}

function programArguments(program: AppProgram, port: number): readonly string[] {
  if (program.kind === "built") return [join(program.folder, "server.js")];
  const next = join(cloneFolder, "node_modules/next/dist/bin/next");
  return [next, "dev", "--hostname", "127.0.0.1", "--port", String(port)];
}

// `npm start`: runs the built application in the foreground against the user's Prometheus and Jaeger, with their
// PostgreSQL or an embedded one.
import { hostname } from "node:os";
import { join } from "node:path";
import { dataFolder } from "../folders";
import { createLog, type Log } from "../log";
import { type ProcessEnd, startProcess } from "../process/process";
import { createImmediateStopSignal, createStopSignal, whenAborted } from "../process/stop-request";
import { type RunningStack, startStack } from "../stack";
import { StackError } from "../stack-error";
import { findFreePort, parsePort } from "../ports";
import { isResponding } from "../process/wait-until";
import { ensureAppBuild } from "./app-build";
import type { Environment } from "../process/environment";
import { nameSecretKeyFile } from "./secret-key-file";

const LOOPBACK = "127.0.0.1";
const DEFAULT_PORT = 3000;
const READY_LIMIT_MS = 120_000;
// The server keeps serving for 5 s and finishes in-flight requests within 15 s; see lib/jobs/shut-down.ts.
const STOP_LIMIT_MS = 26_000;

/** Serves until a stop is requested or the application exits; resolves with the exit code. */
export async function serveApp(environment: Environment): Promise<number> {
  const log = createLog((text) => process.stderr.write(text));
  const stop = createStopSignal();
  const hurry = createImmediateStopSignal(stop);
  const port = await choosePort(environment["PORT"]);
  const folder = await ensureAppBuild(log, stop);
  const hasDatabase = (environment["DATABASE_URL"] ?? "") !== "";
  const stack = await startStack(
    {
      // With an external database, runs on different ports share no data and need no common lock.
      dataFolder: dataFolder(hasDatabase ? `start-${port}` : "start"),
      reusesPorts: true,
      log,
      ...(hasDatabase ? {} : { postgres: { isDurable: true } }),
    },
    stop,
  );
  try {
    const settings = hasDatabase
      ? {}
      : { DATABASE_URL: stack.urls.database, ...nameSecretKeyFile(environment, dataFolder("start")) };
    const end = await runServer({
      folder,
      port,
      stack,
      log,
      stop,
      hurry,
      environment: { ...environment, ...settings },
    });
    return end.exitCode ?? 1;
  } finally {
    await stack.stop();
  }
}

/**
 * Returns the address to listen on, from the variable HOSTNAME. Container engines set it to the machine's name; that
 * value means loopback. Any other value is used as given.
 */
export function chooseListenAddress(hostnameVariable: string | undefined, machineName: string): string {
  return hostnameVariable === undefined || hostnameVariable === "" || hostnameVariable === machineName
    ? LOOPBACK
    : hostnameVariable;
}

interface Serving {
  readonly folder: string;
  readonly port: number;
  readonly stack: RunningStack;
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly hurry: AbortSignal;
  readonly environment: Environment;
}

/** Resolves when the application exited, with its exit code. */
async function runServer({
  folder,
  port,
  stack,
  log,
  stop,
  hurry,
  environment,
}: Serving): Promise<ProcessEnd> {
  const address = chooseListenAddress(environment["HOSTNAME"], hostname());
  const probed = address === "0.0.0.0" || address === "::" ? LOOPBACK : address;
  const origin = `http://${probed.includes(":") ? `[${probed}]` : probed}:${port}`;
  const server = await startProcess(
    {
      name: "app",
      command: process.execPath,
      args: [join(folder, "server.js")],
      cwd: folder,
      env: {
        ...environment,
        HOSTNAME: address,
        PORT: String(port),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        // The application handles signals and shuts down without losing requests.
        NEXT_MANUAL_SIG_HANDLE: "1",
      },
      stopTimeoutMs: STOP_LIMIT_MS,
      isReady: () => isResponding(`${origin}/api/health?probe=ready`),
      readyTimeoutMs: READY_LIMIT_MS,
    },
    stack.owner,
    stop,
  );
  log(`Ridgepoint is running at ${origin}`);
  hurry.addEventListener("abort", () => void server.stop(), { once: true });
  await Promise.race([server.whenEnded, whenAborted(stop)]);
  if (stop.aborted)
    log("stopping: in-flight requests are finished first. Press Ctrl-C again to stop immediately");
  await server.stop();
  return server.whenEnded;
}

async function choosePort(text: string | undefined): Promise<number> {
  const port = parsePort(text, DEFAULT_PORT);
  // A bookmarked address must not change without notice.
  const free = await findFreePort(port);
  if (free === port) return port;
  throw new StackError(`port ${port} is in use`, `PORT=${free} npm start`);
}

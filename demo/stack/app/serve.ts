// `npm start`: the built application against the user's own Prometheus and Jaeger, in the foreground, with their
// PostgreSQL or one of ours.
import { hostname } from "node:os";
import { join } from "node:path";
import { dataFolder } from "../folders";
import { createLog, type Log } from "../log";
import { type ProcessEnd, startProcess } from "../process/process";
import { hurryRequest, stopRequest, whenAborted } from "../process/stop-request";
import { type RunningStack, startStack } from "../stack";
import { StackError } from "../stack-error";
import { nextFreePort, parsePort } from "../ports";
import { answers } from "../process/wait-until";
import { ensureAppBuild } from "./app-build";
import type { Environment } from "../process/environment";

const LOOPBACK = "127.0.0.1";
const DEFAULT_PORT = 3000;
const READY_LIMIT_MS = 120_000;
// It serves on for 5 s and finishes what is in flight within 15 s; see lib/jobs/shut-down.ts.
const STOP_LIMIT_MS = 26_000;

/** Serves until asked to stop or until the application ends by itself; resolves with the exit code. */
export async function serveApp(environment: Environment): Promise<number> {
  const log = createLog((text) => process.stderr.write(text));
  const stop = stopRequest();
  const hurry = hurryRequest(stop);
  const port = await choosePort(environment["PORT"]);
  const folder = await ensureAppBuild(log, stop);
  const hasDatabase = (environment["DATABASE_URL"] ?? "") !== "";
  const stack = await startStack(
    {
      // Without a database of ours, runs on different ports have nothing to share and need not exclude each other.
      dataFolder: dataFolder(hasDatabase ? `start-${port}` : "start"),
      arePortsRemembered: true,
      log,
      ...(hasDatabase ? {} : { postgres: { isDurable: true } }),
    },
    stop,
  );
  try {
    const settings = hasDatabase ? {} : { DATABASE_URL: stack.urls.database };
    const end = await runServer({
      folder,
      port,
      stack,
      log,
      stop,
      hurry,
      environment: { ...environment, ...settings },
    });
    return end.code ?? 1;
  } finally {
    await stack.stop();
  }
}

/**
 * The address to listen on. Container engines set HOSTNAME to the machine's own name, which is nobody's wish to be
 * reachable from outside; only another value counts as one.
 */
export function listenAddress(wanted: string | undefined, machineName: string): string {
  return wanted === undefined || wanted === "" || wanted === machineName ? LOOPBACK : wanted;
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

/** How the application ended, by itself or when asked to stop. */
async function runServer({
  folder,
  port,
  stack,
  log,
  stop,
  hurry,
  environment,
}: Serving): Promise<ProcessEnd> {
  const address = listenAddress(environment["HOSTNAME"], hostname());
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
        // Ends itself, without losing a request.
        NEXT_MANUAL_SIG_HANDLE: "1",
      },
      stopLimitMs: STOP_LIMIT_MS,
      isReady: () => answers(`${origin}/api/health?probe=ready`),
      readyLimitMs: READY_LIMIT_MS,
    },
    stack.owner,
    stop,
  );
  log(`Ridgepoint runs at ${origin}`);
  hurry.addEventListener("abort", () => void server.stop(), { once: true });
  await Promise.race([server.ended, whenAborted(stop)]);
  if (stop.aborted) log("stopping: what is in flight is finished first; Ctrl-C again stops at once");
  await server.stop();
  return server.ended;
}

async function choosePort(text: string | undefined): Promise<number> {
  const port = parsePort(text, DEFAULT_PORT);
  // An address that people have written down must not move by itself.
  const free = await nextFreePort(port);
  if (free === port) return port;
  throw new StackError(`port ${port} is taken`, `PORT=${free} npm start`);
}

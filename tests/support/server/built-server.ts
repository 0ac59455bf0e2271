/**
 * The built server as started by `npm start` and by the container image, with a Prometheus that can delay its
 * responses.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { cloneFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { isResponding, waitUntil } from "@/demo/stack/process/wait-until";
import { createMigratedDatabase, type TestDatabase } from "./database";

/** Responses of the Prometheus that have started but are held open. */
const held = new Set<ServerResponse>();
let isHolding = false;
const prometheus: Server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  if (!isHolding) return finish(response);
  response.flushHeaders();
  held.add(response);
});

function finish(response: ServerResponse): void {
  response.end(
    JSON.stringify({ status: "success", data: { version: "3.0.0", resultType: "vector", result: [] } }),
  );
}

/** Finishes all held responses and holds no further ones. */
export function finishHeldResponses(): void {
  isHolding = false;
  for (const response of held) finish(response);
  held.clear();
}

/** A way to start the built server. */
interface StartCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

let database: TestDatabase;
let buildFolder: string;

/** Returns the environment and command of the image's last stage. */
export function readImageEntry(): StartCommand {
  const [, stage = ""] = readFileSync(join(cloneFolder, "Dockerfile"), "utf8").split(/^FROM .* AS app$/m);
  const settings = [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(stage) ?? [];
  const [, ...args]: string[] = JSON.parse(command);
  return {
    command: args,
    cwd: buildFolder,
    env: Object.fromEntries(settings.map((setting) => setting.split("=") as [string, string])),
  };
}

export const startCommands: Readonly<Record<string, () => StartCommand>> = {
  "npm start": () => ({ command: ["--import", "tsx", "scripts/start.ts"], cwd: cloneFolder, env: {} }),
  "the image": readImageEntry,
};

export interface RunningBuiltServer {
  /** Returns the end of the server's log. */
  readonly output: () => string;
  /** Returns all lines that the server printed. */
  readonly log: () => string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<number | null>;
}

const children: ChildProcess[] = [];

/** Starts a server and waits until it is ready. `address` reuses the address of a stopped server. */
export async function startServer(
  { command, cwd, env }: StartCommand,
  address?: string,
): Promise<RunningBuiltServer> {
  const port = address === undefined ? (await choosePorts(["app"])).app : Number(new URL(address).port);
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: database.url,
      PROMETHEUS_URL: `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`,
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
    },
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  await waitUntil({
    ...patience,
    condition: "the server to be ready",
    findAbortReason: () =>
      child.exitCode === null ? undefined : `the server exited: ${output.slice(-4_000)}`,
    isMet: () => isResponding(`${url}/api/health?probe=ready`),
  });
  return { child, url, ended, output: () => output.slice(-4_000), log: () => output };
}

/** Address of the servers' database. */
export const builtServerDatabaseUrl = (): string => database.url;

const patience = { timeoutMs: 240_000, fix: "read lib/jobs/shut-down.ts" } as const;

export const waitUntilMet = (what: string, isThere: () => Promise<boolean>): Promise<void> =>
  waitUntil({ ...patience, condition: what, isMet: isThere });

/** Sends a request that waits for Prometheus's response. */
export function sendSlowRequest(url: string): Promise<Response> {
  isHolding = true;
  return fetch(`${url}/api/v1/sources/prometheus/check`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: "{}",
  });
}

/** Returns the number of requests that wait for Prometheus. */
export const countHeldRequests = (): number => held.size;

/** Builds the application unless it is already built. */
export async function openBuiltServer(): Promise<void> {
  database = await createMigratedDatabase();
  await new Promise<void>((resolve) => {
    prometheus.listen(0, "127.0.0.1", resolve);
  });
  buildFolder = await ensureAppBuild(silentLog);
}

/** Stops the servers that one test started. */
export function endServers(): void {
  finishHeldResponses();
  for (const child of children.splice(0)) child.kill("SIGKILL");
}

export async function closeBuiltServer(): Promise<void> {
  prometheus.close();
  prometheus.closeAllConnections();
  await database.drop();
}

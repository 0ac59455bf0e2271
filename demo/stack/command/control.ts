// Control interface of a running demo, so that another terminal can query, start and stop its parts: HTTP over a
// socket that only the owner can open, and a state file with the socket's path and all addresses.
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type ServerResponse } from "node:http";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { partNames, type PartName } from "../part";
import type { RunningStack } from "../stack";
import { formatFailure, StackError } from "../stack-error";

const partName = z.enum(partNames);
const urls = z.object({
  database: z.string(),
  prometheus: z.string(),
  jaeger: z.string(),
  otlp: z.string(),
  simulator: z.string(),
  app: z.string(),
  dynamo: z.string(),
});
const stateFile = z.object({ pid: z.number(), socket: z.string(), urls });
const status = z.object({ parts: z.array(z.object({ name: partName, state: z.string() })) });

/** Addresses of a running demo, from its state file. */
export type DemoState = z.output<typeof stateFile>;
/** Name and state of one part of a running demo. */
export type PartStatus = z.output<typeof status>["parts"][number];

// Linux allows 108 bytes for the path of a socket, macOS 104.
const LONGEST_SOCKET_PATH = 100;

/** Listens for `requestPart` and `requestStatus`; returns a function that stops listening. */
export async function serveControl(dataFolder: string, stack: RunningStack): Promise<() => Promise<void>> {
  const socket = socketPath(dataFolder);
  rmSync(socket, { force: true });
  const server = createServer((incoming, response) => {
    const [, verb, name] = (incoming.url ?? "").split("/");
    void answer(stack, verb ?? "", name ?? "", response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o600);
  const state: DemoState = { pid: process.pid, socket, urls: stack.urls };
  // The file contains the database password.
  writeFileSync(statePath(dataFolder), `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  return async () => {
    rmSync(statePath(dataFolder), { force: true });
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
}

/** Returns the addresses of the running demo in this data folder; throws `StackError` if none is running. */
export function readDemoState(dataFolder: string): DemoState {
  const state = findDemoState(dataFolder);
  if (state === null) throw notRunning(dataFolder);
  return state;
}

/** Returns the state of the demo; null if none is running or it is still starting. */
export function findDemoState(dataFolder: string): DemoState | null {
  try {
    return stateFile.parse(JSON.parse(readFileSync(statePath(dataFolder), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Starts or stops a part of the running demo and returns the state of all parts. */
export async function requestPart(
  dataFolder: string,
  verb: "start" | "stop",
  name: PartName,
): Promise<readonly PartStatus[]> {
  return requestParts(dataFolder, `/${verb}/${name}`);
}

/** Returns the state of all parts of the running demo. */
export async function requestStatus(dataFolder: string): Promise<readonly PartStatus[]> {
  return requestParts(dataFolder, "/status");
}

/** Parses the name of a part; throws `StackError` with the list of names for an unknown one. */
export function parsePartName(text: string): PartName {
  const parsed = partName.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StackError(`there is no part "${text}"`, `choose one of ${partNames.join(", ")}`);
}

async function answer(
  stack: RunningStack,
  verb: string,
  name: string,
  response: ServerResponse,
): Promise<void> {
  try {
    if (verb === "start") await stack.findPart(parsePartName(name)).start();
    else if (verb === "stop") await stack.findPart(parsePartName(name)).stop();
    else if (verb !== "status") throw new StackError(`unknown request ${verb}`, "npm run demo -- status");
    const parts = stack.parts.map((part) => ({ name: part.name, state: part.getState() }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ parts }));
  } catch (error) {
    response.writeHead(500, { "content-type": "text/plain" }).end(formatFailure(error));
  }
}

async function requestParts(dataFolder: string, path: string): Promise<readonly PartStatus[]> {
  const { code, body } = await send(dataFolder, path);
  if (code === 200) return status.parse(JSON.parse(body)).parts;
  const [, message = body, fix = "npm run demo -- status"] = /^error: ([\s\S]*)\nfix: (.*)$/.exec(body) ?? [];
  throw new StackError(message, fix);
}

function send(dataFolder: string, path: string): Promise<{ readonly code: number; readonly body: string }> {
  const { socket } = readDemoState(dataFolder);
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: socket, path, method: "POST" }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      response.once("end", () => resolve({ code: response.statusCode ?? 0, body }));
    });
    // The demo was killed and its files are still present.
    outgoing.once("error", (error) => reject(notRunning(dataFolder, error)));
    outgoing.end();
  });
}

/** A demo is identified by its data folder, which RIDGEPOINT_DATA of this terminal may change. */
function notRunning(dataFolder: string, cause?: Error): StackError {
  const wrong = `no demo is running with its data in ${dataFolder}, or it is still starting`;
  const fix = "start it with npm run demo, or set RIDGEPOINT_DATA to the value of the running demo";
  return new StackError(wrong, fix, cause === undefined ? {} : { cause });
}

function statePath(dataFolder: string): string {
  return join(dataFolder, "state.json");
}

function socketPath(dataFolder: string): string {
  const path = join(dataFolder, "control.sock");
  if (path.length <= LONGEST_SOCKET_PATH) return path;
  const hash = createHash("sha256").update(dataFolder).digest("hex").slice(0, 16);
  return join(tmpdir(), `ridgepoint-${hash}.sock`);
}

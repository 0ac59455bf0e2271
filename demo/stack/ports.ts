// Assigns separate ports to each run. A demo remembers its ports, so that addresses remain valid after a restart. A
// remembered port that another program uses is replaced.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { z } from "zod";
import { nextPort } from "./port-range";
import { StackError } from "./stack-error";

const HOST = "127.0.0.1";
const ATTEMPTS = 200;
const rememberedPorts = z.record(z.string(), z.number().int().min(1).max(65_535));

/** Port numbers by name. */
export type PortMap<Name extends string> = Readonly<Record<Name, number>>;

/** Returns free ports for `portNames`; ports in `preferredPorts` are reused when they are free. */
export async function choosePorts<Name extends string>(
  portNames: readonly Name[],
  preferredPorts: Readonly<Partial<Record<string, number>>> = {},
): Promise<PortMap<Name>> {
  // All ports are held open until the last one is chosen, so that no port is assigned twice.
  const servers: Server[] = [];
  const chosen: Partial<Record<Name, number>> = {};
  try {
    for (const name of portNames) {
      const server = (await listenOn(preferredPorts[name] ?? nextPort())) ?? (await listenAnywhere());
      const address = server?.address();
      if (server === undefined || address === null || typeof address !== "object") {
        throw new Error(`No free port on ${HOST} for ${name}.`);
      }
      servers.push(server);
      chosen[name] = address.port;
    }
  } finally {
    await Promise.all(servers.map(close));
  }
  return chosen as PortMap<Name>;
}

/** Like `choosePorts`, but prefers the ports stored in `file` and stores the new choice. */
export async function chooseStoredPorts<Name extends string>(
  file: string,
  portNames: readonly Name[],
): Promise<PortMap<Name>> {
  const ports = await choosePorts(portNames, readRemembered(file));
  writeFileSync(file, `${JSON.stringify(ports, undefined, 2)}\n`);
  return ports;
}

/** Parses a port from the environment; throws `StackError` for an invalid one. */
export function parsePort(text: string | undefined, fallback: number): number {
  const port = Number(text === undefined || text === "" ? fallback : text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StackError(
    `PORT is "${text}", which is not a valid port`,
    `unset PORT, or set it to ${fallback}`,
  );
}

/** Returns the first free port at or above `lowestPort`. */
export async function findFreePort(lowestPort: number): Promise<number> {
  const reserved = await reservePort(lowestPort);
  await reserved.release();
  return reserved.port;
}

export interface ReservedPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/**
 * Returns the first free port at or above `lowestPort`, held until it is released. The program for the port may still
 * have to be built, and no other process may take the port in the meantime.
 */
export async function reservePort(lowestPort: number): Promise<ReservedPort> {
  for (let port = lowestPort; port <= 65_535; port += 1) {
    const server = await listenOn(port);
    if (server === undefined) continue;
    server.unref();
    let released: Promise<void> | undefined;
    return {
      port,
      release: () => {
        released ??= close(server);
        return released;
      },
    };
  }
  throw new Error(`No free port at or above ${lowestPort}.`);
}

async function listenAnywhere(): Promise<Server | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const server = await listenOn(nextPort());
    if (server !== undefined) return server;
  }
  return undefined;
}

function readRemembered(file: string): Readonly<Record<string, number>> {
  try {
    return rememberedPorts.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    // Remembered ports are optional: an unreadable file only means new ports.
    if (isMissing || error instanceof SyntaxError || error instanceof z.ZodError) return {};
    throw error;
  }
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    // Early clients, such as an open browser tab or a health check, are disconnected. An open connection would
    // prevent the release of the port.
    const server = createServer((socket) => socket.resetAndDestroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
}

// Gives each run ports of its own. A demo remembers its ports, so that addresses in a browser or a terminal stay
// good over a restart; a remembered port that somebody else has taken meanwhile is replaced.
import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { z } from "zod";
import { StackError } from "./stack-error";

const HOST = "127.0.0.1";
// Below the range from which systems take ports for outgoing connections: a port from there may be taken by a passing
// connection between our choice and our use, or while a demo that remembers it is down.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
const ATTEMPTS = 200;
const rememberedPorts = z.record(z.string(), z.number().int().min(1).max(65_535));

export type PortMap<Name extends string> = Readonly<Record<Name, number>>;

/** Free ports for `names`, chosen at random; those in `preferred` are kept where they are free. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
  preferred: Readonly<Partial<Record<string, number>>> = {},
): Promise<PortMap<Name>> {
  // All are held open until the last is chosen, so that no port is given twice.
  const servers: Server[] = [];
  const chosen: Partial<Record<Name, number>> = {};
  try {
    for (const name of names) {
      const server = (await listenOn(preferred[name] ?? randomPort())) ?? (await listenAnywhere());
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

/** As `choosePorts`, with the last choice read from `file` and the new one written there. */
export async function rememberPorts<Name extends string>(
  file: string,
  names: readonly Name[],
): Promise<PortMap<Name>> {
  const ports = await choosePorts(names, readRemembered(file));
  writeFileSync(file, `${JSON.stringify(ports, undefined, 2)}\n`);
  return ports;
}

/** A port from the environment; throws `StackError` for what is not one. */
export function parsePort(text: string | undefined, fallback: number): number {
  const port = Number(text === undefined || text === "" ? fallback : text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StackError(`PORT is "${text}", which is not a port`, `leave PORT out, or set it to ${fallback}`);
}

/** The first free port at or above `first`. */
export async function nextFreePort(first: number): Promise<number> {
  const reserved = await reservePort(first);
  await reserved.release();
  return reserved.port;
}

export interface ReservedPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/**
 * The first free port at or above `first`, held until released: what will listen there may still have to be built, and
 * meanwhile nobody else shall find the port free.
 */
export async function reservePort(first: number): Promise<ReservedPort> {
  for (let port = first; port <= 65_535; port += 1) {
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
  throw new Error(`No free port at or above ${first}.`);
}

function randomPort(): number {
  return randomInt(LOWEST_PORT, HIGHEST_PORT);
}

async function listenAnywhere(): Promise<Server | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const server = await listenOn(randomPort());
    if (server !== undefined) return server;
  }
  return undefined;
}

function readRemembered(file: string): Readonly<Record<string, number>> {
  try {
    return rememberedPorts.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    // Remembering is a courtesy: a file that cannot be read only means new ports.
    if (isMissing || error instanceof SyntaxError || error instanceof z.ZodError) return {};
    throw error;
  }
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    // Whoever connects meanwhile (a page still open from before, a health check) is sent away: a connection that stays
    // would keep the port from being released.
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

/**
 * A TCP relay in front of PostgreSQL that can stop passing bytes, like a server whose process was stopped: connections
 * stay open, and nothing responds.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface PausingRelay {
  /** The URL of the database through the relay. */
  readonly url: string;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

export async function startPausingRelay(databaseUrl: string): Promise<PausingRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isPaused = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      socket.on("error", () => socket.destroy());
    }
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => client.write(bytes));
    // A listener for data resumes its socket.
    if (isPaused) for (const socket of [client, upstream]) socket.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = "127.0.0.1";
  return {
    url: url.href,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

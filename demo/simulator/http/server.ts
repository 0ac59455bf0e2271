/** The simulator's one HTTP server: targets to scrape, faults, and the OpenAI-compatible door. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Simulation } from "../simulation";
import { HttpError, sendJson } from "./body";
import { serveFaults } from "./fault-api";
import { isOwnHost } from "./guard";
import { openAiError, serveOpenAi } from "./openai-api";
import { serveProfiles } from "./profile-api";

export interface ServerOptions {
  readonly simulation: Simulation;
  /** Brings the simulation to the present before an answer that depends on it. */
  readonly catchUp: () => void;
  /** Address under which Prometheus reaches this server. */
  readonly address: string;
}

export function createSimulatorServer(options: ServerOptions): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    serve(options, request, response, path).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500;
      const message = error instanceof Error ? error.message : "unknown";
      if (!response.headersSent)
        sendJson(
          response,
          status,
          path.startsWith("/v1/") ? openAiError(status, message) : { error: message },
        );
      else response.destroy();
    });
  });
}

async function serve(
  { simulation, catchUp, address }: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (!isOwnHost(request)) throw new HttpError(403, "this host name is not allowed");
  catchUp();
  if (path === "/ready") {
    sendJson(response, 200, { ready: true });
    return;
  }
  if (path === "/health") {
    // As vLLM answers: load generators ask this before they begin.
    response.writeHead(200).end();
    return;
  }
  const [, root, wanted] = path.split("/");
  if (root === "scrape-targets") {
    const of = wanted === undefined ? simulation.targets() : simulation.workload(wanted)?.targets();
    if (of === undefined) throw new HttpError(404, `there is no deployment ${wanted ?? ""}`);
    const groups = of.map((target) => ({
      targets: [address],
      labels: { ...target.labels, __metrics_path__: target.path },
    }));
    sendJson(response, 200, groups);
    return;
  }
  const target = simulation.targets().find((one) => one.path === path);
  if (target !== undefined) {
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(target.print(simulation.nowMs));
    return;
  }
  if (serveProfiles(simulation, request, response, path)) return;
  if (await serveFaults(simulation, request, response, path)) return;
  if (await serveOpenAi(simulation, request, response, path)) return;
  throw new HttpError(404, "there is nothing here");
}

/** The simulator's one HTTP server: targets to scrape, faults, and the OpenAI-compatible door. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readTarget } from "../../request-target";
import type { Simulation } from "../simulation";
import { serveArrivals } from "./arrival-api";
import { HttpError, sendJson } from "./body";
import { serveFaults } from "./fault-api";
import { isAllowedHost } from "./guard";
import { openAiError, serveOpenAi } from "./openai-api";
import type { Pace } from "./pace";
import { serveProfiles } from "./profile-api";

export interface ServerOptions {
  readonly simulation: Simulation;
  /** Brings the simulation to the present before an answer that depends on it. */
  readonly catchUp: () => void;
  /** Address under which Prometheus reaches this server. */
  readonly address: string;
  /** Told while somebody outside waits for an answer. */
  readonly pace?: Pick<Pace, "speedUp" | "slowDown">;
  /** Called once, when somebody first asks for everything there is to scrape. */
  readonly onFirstDiscovery?: () => void;
}

/** Whatever goes wrong with a request ends that request and nothing else. */
export function createSimulatorServer({ onFirstDiscovery, ...rest }: ServerOptions): Server {
  let isDiscovered = false;
  const options = {
    pace: { speedUp: () => {}, slowDown: () => {} },
    ...rest,
    onFirstDiscovery: () => {
      if (!isDiscovered) onFirstDiscovery?.();
      isDiscovered = true;
    },
  };
  return createServer((request, response) => {
    serve(options, request, response).catch((error: unknown) => sendError(request, response, error));
  });
}

function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof HttpError)) console.error(`${request.method} ${request.url} failed:`, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = error instanceof HttpError ? error.status : 500;
  const message = error instanceof Error ? error.message : "unknown";
  const isOpenAi = request.url?.startsWith("/v1/") === true;
  sendJson(response, status, isOpenAi ? openAiError(status, message) : { error: message });
}

async function serve(
  { simulation, catchUp, address, pace, onFirstDiscovery }: Required<ServerOptions>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowedHost(request)) throw new HttpError(403, "this host name is not allowed");
  const path = readTarget(request.url)?.pathname;
  if (path === undefined) throw new HttpError(400, "the address of this request is malformed");
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
    if (wanted === undefined) onFirstDiscovery();
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
  if (await serveArrivals(simulation, request, response, path)) return;
  if (serveProfiles(simulation, request, response, path)) return;
  if (await serveFaults(simulation, request, response, path)) return;
  if (await serveOpenAi({ simulation, catchUp, pace }, request, response, path)) return;
  throw new HttpError(404, "there is nothing here");
}

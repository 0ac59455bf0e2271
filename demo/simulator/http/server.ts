/** HTTP server of the simulator: scrape targets, faults, profiles, arrivals, and the OpenAI-compatible API. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { parseRequestTarget } from "../../request-target";
import type { Simulation } from "../simulation";
import { serveReplayedArrivals } from "./arrival-api";
import { HttpError, sendJson } from "./body";
import { serveFaults } from "./fault-api";
import { isAllowedHost } from "./guard";
import { createOpenAiError, serveOpenAi } from "./openai-api";
import type { SimulationPace } from "./simulation-pace";
import { serveProfiles } from "./profile-api";

export interface ServerOptions {
  readonly simulation: Simulation;
  /** Advances the simulation to the current time before a response that depends on it. */
  readonly catchUp: () => void;
  /** Address under which Prometheus reaches this server. */
  readonly scrapeAddress: string;
  /** Functions that are called when an external client starts, and when it stops, waiting for a response. Absent if the pace never changes. */
  readonly pace?: Pick<SimulationPace, "speedUp" | "slowDown">;
  /** Called once, at the first request for the list of all scrape targets. */
  readonly onFirstDiscovery?: () => void;
}

/** Creates the server. An error in one request ends only that request. */
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
  sendJson(response, status, isOpenAi ? createOpenAiError(status, message) : { error: message });
}

async function serve(
  { simulation, catchUp, scrapeAddress, pace, onFirstDiscovery }: Required<ServerOptions>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowedHost(request)) throw new HttpError(403, "host name not allowed");
  const path = parseRequestTarget(request.url)?.pathname;
  if (path === undefined) throw new HttpError(400, "malformed request URL");
  catchUp();
  if (path === "/ready") {
    sendJson(response, 200, { ready: true, startMs: simulation.startMs });
    return;
  }
  if (path === "/health") {
    // Same response as vLLM: load generators check this before they start.
    response.writeHead(200).end();
    return;
  }
  const [, root, wanted] = path.split("/");
  if (root === "scrape-targets") {
    const of =
      wanted === undefined ? simulation.listTargets() : simulation.findWorkload(wanted)?.listTargets();
    if (wanted === undefined) onFirstDiscovery();
    if (of === undefined) throw new HttpError(404, `there is no deployment ${wanted ?? ""}`);
    const groups = of.map((target) => ({
      targets: [scrapeAddress],
      labels: { ...target.labels, __metrics_path__: target.path },
    }));
    sendJson(response, 200, groups);
    return;
  }
  const target = simulation.listTargets().find((one) => one.path === path);
  if (target !== undefined) {
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(target.printMetrics(simulation.nowMs));
    return;
  }
  if (await serveReplayedArrivals(simulation, request, response, path)) return;
  if (serveProfiles(simulation, request, response, path)) return;
  if (await serveFaults(simulation, request, response, path)) return;
  if (await serveOpenAi({ simulation, catchUp, pace }, request, response, path)) return;
  throw new HttpError(404, "not found");
}

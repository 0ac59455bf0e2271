/**
 * HTTP API for replayed arrivals: `GET /arrivals`, `PUT /arrivals/<deployment>` with a file of arrivals as the body
 * (see ../replay.ts), `DELETE /arrivals/<deployment>`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseArrivals } from "../replay";
import type { Simulation } from "../simulation";
import { HttpError, readBodyText, sendJson } from "./body";
import { isSameOrigin } from "./guard";

function listArrivals({ deployments }: Simulation) {
  return {
    deployments: deployments.map(({ name, arrivals }) => ({
      name,
      arrivals: arrivals.pendingReplayCount > 0 ? "replayed" : "poisson",
      replayedToCome: arrivals.pendingReplayCount,
    })),
  };
}

/** Handles requests to /arrivals; returns false for other paths. */
export async function serveReplayedArrivals(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const [, root, name, ...rest] = path.split("/");
  if (root !== "arrivals" || rest.length > 0) return false;
  if (request.method === "GET" && name === undefined) {
    sendJson(response, 200, listArrivals(simulation));
    return true;
  }
  if (!isSameOrigin(request)) throw new HttpError(403, "cross-site requests may not change the fleet");
  const deployment = simulation.deployments.find((one) => one.name === name);
  if (deployment === undefined) throw new HttpError(404, `there is no deployment ${name ?? ""}`);
  if (request.method === "PUT") {
    const parsed = parseArrivals(await readBodyText(request));
    if (parsed.kind === "malformed") throw new HttpError(400, parsed.reason);
    deployment.arrivals.replay(parsed.arrivals, simulation.nowMs);
  } else if (request.method === "DELETE") deployment.arrivals.endReplay(simulation.nowMs);
  else throw new HttpError(405, "use GET, PUT or DELETE");
  sendJson(response, 200, listArrivals(simulation));
  return true;
}

/** HTTP API for profiles: `GET /profiles`, `PUT /profiles/<profile>`, `DELETE /profiles/<profile>`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { profiles } from "../profiles/profiles";
import type { Simulation } from "../simulation";
import { HttpError, sendJson } from "./body";
import { isSameOrigin } from "./guard";

function listProfiles(simulation: Simulation) {
  const runningIds = new Set(simulation.profiles.ids);
  return {
    profiles: profiles.map(({ id, title, deployments, trainingJobs }) => ({
      id,
      title,
      deployments: [...deployments, ...trainingJobs].map(({ name }) => name),
      isRunning: runningIds.has(id),
    })),
  };
}

/** Handles requests to /profiles; returns false for other paths. */
export function serveProfiles(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): boolean {
  const [, root, id, ...rest] = path.split("/");
  if (root !== "profiles" || rest.length > 0) return false;
  if (request.method === "GET" && id === undefined) {
    sendJson(response, 200, listProfiles(simulation));
    return true;
  }
  if (!isSameOrigin(request)) throw new HttpError(403, "cross-site requests may not change the fleet");
  if (request.method !== "PUT" && request.method !== "DELETE")
    throw new HttpError(405, "use GET, PUT or DELETE");
  if (!profiles.some((one) => one.id === id)) {
    const known = profiles.map((one) => one.id).join(", ");
    throw new HttpError(404, `there is no profile ${id ?? ""}; choose from ${known}`);
  }
  if (request.method === "PUT") simulation.profiles.add(id ?? "", simulation.nowMs);
  else if (!simulation.profiles.remove(id ?? "")) throw new HttpError(404, `${id ?? ""} is not running`);
  sendJson(response, 200, listProfiles(simulation));
  return true;
}

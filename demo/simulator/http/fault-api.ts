/**
 * HTTP API for faults: `GET /faults`, `PUT /faults/<deployment>/<fault>` with optional strength and instance, `DELETE
 * /faults/<deployment>/<fault>`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { faults } from "../faults/faults";
import type { Simulation } from "../simulation";
import { HttpError, readBodyJson, sendJson } from "./body";
import { isSameOrigin } from "./guard";

const faultBody = z
  .strictObject({ strength: z.number().optional(), instance: z.string().max(200).optional() })
  .optional();

function listFaults(simulation: Simulation) {
  return {
    faults: faults.map(({ id, effect, defaultStrength, strengthRange }) => ({
      id,
      effect,
      defaultStrength,
      strengthRange,
    })),
    deployments: simulation.workloads.map((deployment) => ({
      name: deployment.name,
      active: deployment.activeFaults.map(({ fault, ...rest }) => ({ id: fault.id, ...rest })),
    })),
  };
}

/** Handles requests to /faults; returns false for other paths. */
export async function serveFaults(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const [, root, name, fault, ...rest] = path.split("/");
  if (root !== "faults" || rest.length > 0) return false;
  if (request.method === "GET" && name === undefined) {
    sendJson(response, 200, listFaults(simulation));
    return true;
  }
  if (!isSameOrigin(request)) throw new HttpError(403, "cross-site requests may not change the fleet");
  const deployment = simulation.findWorkload(name ?? "");
  if (deployment === undefined) throw new HttpError(404, `there is no deployment ${name ?? ""}`);
  if (request.method === "PUT") {
    const body = faultBody.safeParse(await readBodyJson(request));
    if (!body.success)
      throw new HttpError(400, "the body may contain only a strength (a number) and an instance (its name)");
    const answer = deployment.setFault(
      fault ?? "",
      body.data?.strength,
      simulation.nowMs,
      body.data?.instance,
    );
    if (answer.kind === "unknown") throw new HttpError(404, `there is no fault ${fault ?? ""}`);
    if (answer.kind === "refused") throw new HttpError(400, answer.reason);
    sendJson(response, 200, listFaults(simulation));
    return true;
  }
  if (request.method !== "DELETE") throw new HttpError(405, "use GET, PUT or DELETE");
  if (!deployment.clearFault(fault ?? "", simulation.nowMs))
    throw new HttpError(404, `${fault ?? ""} is not active`);
  sendJson(response, 200, listFaults(simulation));
  return true;
}

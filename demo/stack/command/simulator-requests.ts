// Requests of demo commands to the running simulator: faults and profiles.
import { z } from "zod";
import { StackError } from "../stack-error";
import { parseFaultList, formatActiveFaults, formatFaultList, formatFaultChange } from "./fault-text";

/** A fault to turn on or off. */
export interface FaultRequest {
  readonly deployment: string;
  readonly fault: string;
  readonly requestedState: "on" | "off";
  /** Strength of the fault. Absent for its default strength. */
  readonly strength?: number;
  /** Name of the affected instance. Absent if the fault affects all instances. */
  readonly instanceName?: string;
}

const profileList = z.object({
  profiles: z.array(
    z.object({ id: z.string(), title: z.string(), deployments: z.array(z.string()), isRunning: z.boolean() }),
  ),
});
const refusal = z.object({ error: z.string() });

/**
 * Turns a fault on or off and returns the change and the active faults. Without a deployment, returns the list of
 * faults.
 */
export async function requestFault(simulatorUrl: string, faultRequest: FaultRequest): Promise<string> {
  const { deployment, fault, requestedState, strength, instanceName } = faultRequest;
  const isChange = deployment !== "";
  if (isChange) {
    const method = requestedState === "on" ? "PUT" : "DELETE";
    const path = `${encodeURIComponent(deployment)}/${encodeURIComponent(fault)}`;
    const body = requestedState === "on" ? JSON.stringify({ strength, instance: instanceName }) : undefined;
    await sendRequest(`${simulatorUrl}/faults/${path}`, { method, body, fix: faultFix });
  }
  const body = await sendRequest(`${simulatorUrl}/faults`, { method: "GET", fix: faultFix });
  const list = parseFaultList(JSON.parse(body));
  return isChange
    ? `${formatFaultChange(list, faultRequest)}\n\n${formatActiveFaults(list)}`
    : formatFaultList(list);
}

/** Starts or stops a profile and returns the list of profiles. Without a change, returns only the list. */
export async function requestProfiles(
  simulatorUrl: string,
  change?: { readonly id: string; readonly verb: "add" | "remove" },
): Promise<string> {
  const path = change === undefined ? "" : `/${encodeURIComponent(change.id)}`;
  const method = change === undefined ? "GET" : change.verb === "add" ? "PUT" : "DELETE";
  const body = await sendRequest(`${simulatorUrl}/profiles${path}`, {
    method,
    fix: "npm run demo -- profiles",
  });
  const { profiles } = profileList.parse(JSON.parse(body));
  return profiles
    .map(({ id, title, isRunning }) => `${id.padEnd(22)}${(isRunning ? "running" : "").padEnd(8)}${title}`)
    .join("\n");
}

const faultFix = "npm run demo -- fault lists deployments and faults";

async function sendRequest(
  url: string,
  {
    method,
    fix,
    body: requestBody,
  }: { readonly method: string; readonly fix: string; readonly body?: string | undefined },
): Promise<string> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(10_000),
    ...(requestBody === undefined
      ? {}
      : { body: requestBody, headers: { "content-type": "application/json" } }),
  }).catch((error: unknown) => {
    throw new StackError("the simulator does not respond", "npm run demo -- start simulator", {
      cause: error,
    });
  });
  const body = await response.text();
  if (response.ok) return body;
  throw new StackError(`the simulator rejected the request: ${reasonIn(body)}`, fix);
}

function reasonIn(body: string): string {
  const refusalBody = refusal.safeParse(anyJson.safeParse(body).data);
  return refusalBody.success ? refusalBody.data.error : body.trim();
}

const anyJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : "not JSON");
    return z.NEVER;
  }
});

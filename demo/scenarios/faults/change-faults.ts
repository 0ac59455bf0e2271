// Changes the active faults of the running simulator, and reads them back.
import { z } from "zod";
import { ScenarioError } from "../scenario";

export interface NamedFault {
  readonly deployment: string;
  readonly fault: string;
}

const faultList = z.object({
  deployments: z.array(z.object({ name: z.string(), active: z.array(z.object({ id: z.string() })) })),
});
const answerLimitMs = 10_000;

/**
 * Turns on these faults at their default strength, and all other faults off. Throws `ScenarioError` if the simulator does
 * not respond, or reports other faults afterwards.
 */
export async function setFaults(simulatorUrl: string, wanted: readonly NamedFault[]): Promise<void> {
  const active = await readFaults(simulatorUrl);
  const surplus = active.filter((one) => !isIn(wanted, one));
  const missing = wanted.filter((one) => !isIn(active, one));
  for (const one of surplus) await send(addressOf(simulatorUrl, one), "DELETE");
  for (const one of missing) await send(addressOf(simulatorUrl, one), "PUT");
  const changed = await readFaults(simulatorUrl);
  if (changed.length !== wanted.length || !wanted.every((one) => isIn(changed, one)))
    throw new ScenarioError("the simulator reports other faults than requested", "npm run demo -- fault");
}

async function readFaults(simulatorUrl: string): Promise<readonly NamedFault[]> {
  const { deployments } = faultList.parse(await send(`${simulatorUrl}/faults`, "GET"));
  return deployments.flatMap(({ name, active }) => active.map(({ id }) => ({ deployment: name, fault: id })));
}

function isIn(list: readonly NamedFault[], { deployment, fault }: NamedFault): boolean {
  return list.some((one) => one.deployment === deployment && one.fault === fault);
}

function addressOf(simulatorUrl: string, { deployment, fault }: NamedFault): string {
  return `${simulatorUrl}/faults/${encodeURIComponent(deployment)}/${encodeURIComponent(fault)}`;
}

async function send(url: string, method: "GET" | "PUT" | "DELETE"): Promise<unknown> {
  const request = {
    method,
    signal: AbortSignal.timeout(answerLimitMs),
    headers: { "content-type": "application/json" },
    ...(method === "PUT" ? { body: "{}" } : {}),
  };
  const response = await fetch(url, request).catch((error: unknown) => {
    throw new ScenarioError(
      `the simulator does not respond: ${String(error)}`,
      "npm run demo -- start simulator",
    );
  });
  if (!response.ok)
    throw new ScenarioError(`the simulator responds with ${response.status}`, "npm run demo -- fault");
  return response.json();
}

/** Times, baselines and deploys for validations, relative to the time of the stored fixture. */
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { fixtureNowMs } from "@/tests/support/server/stored-fixture";

export const slug = "assist-8b";
export const dayMinutes = 1_440;
export const at = (minutes: number): number => fixtureNowMs + minutes * 60_000;

/** Captures a window. Returns the id of the baseline. */
export async function capture(name: string, [from, to]: readonly [number, number]): Promise<string> {
  const { baseline } = await requestCapture({
    params: {},
    query: {},
    body: { deployment: slug, from: String(at(from)), to: String(at(to)), name, load: {}, expiresAtMs: null },
    principal: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
    requestId: "",
  });
  await captureBaseline(systemPrincipal, baseline.id);
  return baseline.id;
}

/** Adds a deploy. Returns its id. */
export async function addDeploy(minutes: number, title = "2.4.2"): Promise<string> {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const data = { kind: "deploy", at: new Date(at(minutes)), title, origin: "manual", deploymentId };
  return (await getDatabase().event.create({ data })).id;
}

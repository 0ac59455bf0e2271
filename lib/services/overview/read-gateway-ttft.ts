/** Reads the TTFT of the gateways in front of an engine, from the answers of the gateways' own rows. */
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readOrUndefinedIfSourceFails } from "@/lib/services/series/read-failures";
import type { GatewayTtftReading } from "@/lib/status/judged-ttft";
import { findP95Headline, readSignalAnswer, ttftQuestion, type RowRequest } from "./row-answers";

/**
 * Returns the TTFT of the gateways in front of a deployment, outermost first. A gateway that cannot be read
 * is omitted.
 */
export async function readGatewayTtfts(
  { id, sourceScope }: KnownDeployment,
  request: RowRequest,
): Promise<readonly GatewayTtftReading[]> {
  const { deployments } = await readKnownDeployments(sourceScope);
  const { gatewayIds = [] } = findRequestLayers(deployments).get(id) ?? {};
  const gateways = gatewayIds.flatMap((one) => deployments.find((other) => other.id === one) ?? []);
  const read = await Promise.all(
    gateways.map(async ({ slug, title }): Promise<readonly GatewayTtftReading[]> => {
      const ofGateway = { ...request, deploymentSlug: slug };
      const answer = await readOrUndefinedIfSourceFails(readSignalAnswer(ofGateway, ttftQuestion));
      return answer === undefined ? [] : [{ slug, title, reading: findP95Headline(answer) }];
    }),
  );
  return read.flat();
}

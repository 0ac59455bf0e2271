/**
 * Finds the gateways in front of each engine: same source, same model, and the closest location if there are several
 * stacks. Each request is counted in one layer only. Pure.
 */
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { compareLocations } from "./compare-locations";
import { shortenModelName } from "./name-deployments";
import type { KnownDeployment } from "./effective-deployments";

/**
 * Gateway engines from outermost to innermost. The outermost gateway reports refusals and retries that the inner gateways
 * do not.
 */
const outermostFirst: readonly EngineId[] = [
  "otel-genai",
  "otel-genai-utf8",
  "litellm",
  "epp",
  "dynamo",
  "sglang-gateway",
];

/** Gateways in front of a deployment and the deployments behind it, in the path of a request. */
export interface RequestLayer {
  /** Ids of the gateways in front of the deployment, outermost first. */
  readonly gatewayIds: readonly string[];
  /** Ids of the deployments to which the deployment forwards requests: gateways, then engines. */
  readonly backendIds: readonly string[];
}

/** Layers by deployment id. Deployments without a gateway or backend are absent. */
export type RequestLayers = ReadonlyMap<string, RequestLayer>;

/** Deployment with the properties that decide its position in the path of a request. */
export type LayeredDeployment = Pick<
  KnownDeployment,
  "id" | "engine" | "model" | "metricsSource" | "pools" | "instances"
>;

/** Returns a key for source and model, without owner, folder and letter case. */
function modelKey({ metricsSource, model }: LayeredDeployment): string {
  return `${metricsSource} ${shortenModelName(model).toLowerCase()}`;
}

/**
 * Finds which gateways pass requests to which deployments, among deployments of the same model. Deployments
 * without a gateway or backend are absent.
 */
export function findRequestLayers(deployments: readonly LayeredDeployment[]): RequestLayers {
  const layers = new Map<string, RequestLayer>();
  for (const group of Map.groupBy(deployments, modelKey).values()) {
    const gateways = group
      .filter(({ engine }) => engineById(engine).role === "gateway")
      .toSorted((left, right) => outermostFirst.indexOf(left.engine) - outermostFirst.indexOf(right.engine));
    const engines = group.filter(({ engine }) => engineById(engine).role === "engine");
    if (gateways.length === 0 || gateways.length + engines.length < 2) continue;
    for (const [index, gateway] of gateways.entries()) {
      // Two gateways of the same kind are parallel, not chained.
      const gatewaysOfOtherKinds = (
        isAtPosition: (position: number) => boolean,
      ): readonly LayeredDeployment[] =>
        gateways.filter((one, position) => isAtPosition(position) && one.engine !== gateway.engine);
      const before = gatewaysOfOtherKinds((position) => position < index).filter((one) =>
        isBefore(one, gateway, group),
      );
      const after = gatewaysOfOtherKinds((position) => position > index).filter((one) =>
        isBefore(gateway, one, group),
      );
      const servedEngines = engines.filter((one) => isBefore(gateway, one, group));
      if (before.length + after.length + servedEngines.length === 0) continue;
      layers.set(gateway.id, {
        gatewayIds: before.map(getId),
        backendIds: [...after, ...servedEngines].map(getId),
      });
    }
    for (const engine of engines) {
      const before = gateways.filter((one) => isBefore(one, engine, group));
      if (before.length > 0) layers.set(engine.id, { gatewayIds: before.map(getId), backendIds: [] });
    }
  }
  return layers;
}

const getId = ({ id }: LayeredDeployment): string => id;

/**
 * Returns whether the gateway is in front of the other deployment. It is, unless one of the two has a counterpart of the
 * same model that runs in the same location.
 */
function isBefore(
  gateway: LayeredDeployment,
  other: LayeredDeployment,
  group: readonly LayeredDeployment[],
): boolean {
  if (compareLocations(gateway, other) === "same") return true;
  const isLike = (one: LayeredDeployment, of: LayeredDeployment): boolean =>
    engineById(of.engine).role === "gateway"
      ? one.engine === of.engine
      : engineById(one.engine).role === "engine";
  const isTaken = group.some((one) => isLike(one, gateway) && compareLocations(one, other) === "same");
  const isServed = group.some((one) => isLike(one, other) && compareLocations(gateway, one) === "same");
  return !isTaken && !isServed;
}

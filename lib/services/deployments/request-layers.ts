/**
 * Which gateways stand before which engines: both serve the same model at the same source. A request that passes both is one
 * request, so sums take each number from one layer only. Pure.
 */
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment";
import { shortModelName } from "./name-deployments";
import type { KnownDeployment } from "./effective-deployments";

/** Gateways in the order a request passes them. The first that is there sees refusals and retries that no later one does. */
const outermostFirst: readonly EngineId[] = [
  "otel-genai",
  "otel-genai-utf8",
  "litellm",
  "epp",
  "dynamo",
  "sglang-gateway",
];

export interface Layer {
  /** Ids of gateways before it, outermost first. */
  readonly behind: readonly string[];
  /** Ids of what it passes requests on to: further gateways, then engines. */
  readonly inFrontOf: readonly string[];
}

/** By id; deployments that stand alone are absent. */
export type Layers = ReadonlyMap<string, Layer>;

type Layered = Pick<KnownDeployment, "id" | "engine" | "model" | "metricsSource">;

/** What people call the model, whatever owner, folder or spelling its servers put before it. */
function modelKey({ metricsSource, model }: Layered): string {
  return `${metricsSource} ${shortModelName(model).toLowerCase()}`;
}

export function requestLayers(deployments: readonly Layered[]): Layers {
  const layers = new Map<string, Layer>();
  for (const group of Map.groupBy(deployments, modelKey).values()) {
    const gateways = group
      .filter(({ engine }) => engineById(engine).role === "gateway")
      .toSorted((left, right) => outermostFirst.indexOf(left.engine) - outermostFirst.indexOf(right.engine));
    const engines = group.filter(({ engine }) => engineById(engine).role === "engine").map(({ id }) => id);
    if (gateways.length === 0 || gateways.length + engines.length < 2) continue;
    const ids = gateways.map(({ id }) => id);
    for (const [index, { id, engine }] of gateways.entries()) {
      // Two of one kind stand side by side, not behind each other.
      const before = gateways.filter((one, at) => at < index && one.engine !== engine).map((one) => one.id);
      const after = gateways.filter((one, at) => at > index && one.engine !== engine).map((one) => one.id);
      layers.set(id, { behind: before, inFrontOf: [...after, ...engines] });
    }
    for (const id of engines) layers.set(id, { behind: ids, inFrontOf: [] });
  }
  return layers;
}

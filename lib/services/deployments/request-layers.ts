/**
 * Which gateways stand before which engines: both serve the same model at the same source, near each other where several do. A request that passes
 * both is one request, so sums take each number from one layer only. Pure.
 */
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment";
import { nearness } from "./side-by-side";
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

export type Layered = Pick<
  KnownDeployment,
  "id" | "engine" | "model" | "metricsSource" | "pools" | "instances"
>;

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
    const engines = group.filter(({ engine }) => engineById(engine).role === "engine");
    if (gateways.length === 0 || gateways.length + engines.length < 2) continue;
    for (const [index, gateway] of gateways.entries()) {
      // Two of one kind stand side by side, not behind each other.
      const ofOthers = (at: (place: number) => boolean): readonly Layered[] =>
        gateways.filter((one, place) => at(place) && one.engine !== gateway.engine);
      const before = ofOthers((place) => place < index).filter((one) => isBefore(one, gateway, group));
      const after = ofOthers((place) => place > index).filter((one) => isBefore(gateway, one, group));
      const served = engines.filter((one) => isBefore(gateway, one, group));
      if (before.length + after.length + served.length === 0) continue;
      layers.set(gateway.id, { behind: before.map(idOf), inFrontOf: [...after, ...served].map(idOf) });
    }
    for (const engine of engines) {
      const before = gateways.filter((one) => isBefore(one, engine, group));
      if (before.length > 0) layers.set(engine.id, { behind: before.map(idOf), inFrontOf: [] });
    }
  }
  return layers;
}

const idOf = ({ id }: Layered): string => id;

/** Unless another stack of the same model is nearer to either: then each keeps to its own. */
function isBefore(gateway: Layered, other: Layered, all: readonly Layered[]): boolean {
  if (nearness(gateway, other) === "same") return true;
  const isLike = (one: Layered, of: Layered): boolean =>
    engineById(of.engine).role === "gateway"
      ? one.engine === of.engine
      : engineById(one.engine).role === "engine";
  const isTaken = all.some((one) => isLike(one, gateway) && nearness(one, other) === "same");
  const isServed = all.some((one) => isLike(one, other) && nearness(gateway, one) === "same");
  return !isTaken && !isServed;
}

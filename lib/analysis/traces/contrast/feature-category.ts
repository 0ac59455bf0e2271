/**
 * What an attribute speaks of. Where a request ran (instance, node, host, version, engine, model, service) and what was asked of it
 * (lengths, finish reason, prefix hit, tenant …) are told apart, since in every healthy fleet long requests are slow ones: lengths would
 * hide the one instance that is sick.
 */
import type { Feature } from "./features";

export type FeatureCategory = "infrastructure" | "request";

const infrastructureNamespace =
  /^(?:server|network\.(?:local|peer)|net\.(?:peer|host|sock)|peer|host|k8s|cloud|container|service|deployment|node|gpu|device|faas|aws|gcp|azure)[._]/i;
const infrastructureName =
  /(?:^|[._-])(?:instance|replica|worker|pod|node|host|zone|region|rack|shard|rank|gpu|device|backend|upstream|engine|provider|system|model|version|revision|build|commit|image|cluster|namespace|service)(?:[._-]?(?:id|name|index|type))?$/i;
/** Of the way a message is written or of who sent it, not of the build and the place that read it. */
const notInfrastructure =
  /(?:^|[._])(?:protocol|api|schema|prompt|template)[._-]?version$|^(?:client|user|enduser|session|prompt)[._]/i;

/** What a service's resource says is of a place; of a span's attributes their names decide. */
export function featureCategory({ attribute, service }: Feature): FeatureCategory {
  if (service !== null) return "infrastructure";
  if (notInfrastructure.test(attribute)) return "request";
  return infrastructureNamespace.test(attribute) || infrastructureName.test(attribute)
    ? "infrastructure"
    : "request";
}

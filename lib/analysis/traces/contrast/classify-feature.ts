/**
 * Category of an attribute: the infrastructure that ran the request (instance, node, host, version, engine, model,
 * service) or the request itself (lengths, finish reason, prefix hit, tenant …). Both categories are ranked separately:
 * long requests are slow in every healthy fleet, so that lengths would hide an unhealthy instance.
 */
import type { Feature } from "./features";

/** Whether an attribute describes where a request ran or the request itself. */
export type FeatureCategory = "infrastructure" | "request";

const infrastructureNamespace =
  /^(?:server|network\.(?:local|peer)|net\.(?:peer|host|sock)|peer|host|k8s|cloud|container|service|deployment|node|gpu|device|faas|aws|gcp|azure)[._]/i;
const infrastructureName =
  /(?:^|[._-])(?:instance|replica|worker|pod|node|host|zone|region|rack|shard|rank|gpu|device|backend|upstream|engine|provider|system|model|version|revision|build|commit|image|cluster|namespace|service)(?:[._-]?(?:id|name|index|type))?$/i;
/**
 * Attributes with versions of message formats or properties of the client, which do not describe the infrastructure.
 */
const notInfrastructure =
  /(?:^|[._])(?:protocol|api|schema|prompt|template)[._-]?version$|^(?:client|user|enduser|session|prompt)[._]/i;

/**
 * Returns the category of an attribute. Resource attributes are infrastructure. Whether a span attribute is
 * infrastructure depends on the name.
 */
export function classifyFeature({ attribute, service }: Feature): FeatureCategory {
  if (service !== null) return "infrastructure";
  if (notInfrastructure.test(attribute)) return "request";
  return infrastructureNamespace.test(attribute) || infrastructureName.test(attribute)
    ? "infrastructure"
    : "request";
}

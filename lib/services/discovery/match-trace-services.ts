/**
 * Matches trace services to deployments by name: the normalised names are equal, or the service name continues with a
 * dash. The longest match wins, so `llama-8b-instruct-gateway` does not match `llama-8b`. Pure.
 */
import { compareText } from "../deployments/instance-groups";
import { trimCharacters } from "@/lib/base/trim-characters";

/** Deployment with all names by which a trace service can match it. */
export interface NamedDeployment {
  readonly deploymentKey: string;
  /** All names of the deployment: title, model with and without owner, slug. */
  readonly names: readonly string[];
}

/** Converts a name to lower case, and replaces each sequence of characters other than a–z and 0–9 with one dash. */
export function normaliseName(name: string): string {
  return trimCharacters(name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), "-");
}

/** Words that indicate a service in front of the engine, in request order. */
const beforeEngine = [
  /gateway|ingress|edge|frontend/,
  /network|proxy|router|balancer/,
  /feature|retriev|rag|embed/,
  /(?<!de)tokeni[sz]/,
] as const;
const afterEngine = [/detokeni|serializ|stream/] as const;

/**
 * Assigns trace services to deployments by name: returns services by deployment key, in the order of a
 * request. Deployments without a service are absent.
 */
export function matchTraceServices(
  services: readonly string[],
  deployments: readonly NamedDeployment[],
): ReadonlyMap<string, readonly string[]> {
  const matched = new Map<string, string[]>();
  for (const service of services) {
    const key = ownerKeyOf(normaliseName(service), deployments);
    if (key !== undefined) matched.set(key, [...(matched.get(key) ?? []), service]);
  }
  return new Map(
    [...matched].map(([key, found]) => [
      key,
      found.toSorted((left, right) => requestOrder(left) - requestOrder(right) || compareText(left, right)),
    ]),
  );
}

function ownerKeyOf(service: string, deployments: readonly NamedDeployment[]): string | undefined {
  let best: { readonly key: string; readonly length: number } | undefined;
  for (const { deploymentKey, names } of deployments) {
    for (const name of names.map(normaliseName)) {
      const isMatch = name !== "" && (service === name || service.startsWith(`${name}-`));
      if (isMatch && name.length > (best?.length ?? 0)) best = { key: deploymentKey, length: name.length };
    }
  }
  return best?.key;
}

/** Returns a number for sorting services in request order: negative before the engine, positive after it, otherwise 0. */
function requestOrder(service: string): number {
  const name = normaliseName(service);
  const before = beforeEngine.findIndex((pattern) => pattern.test(name));
  if (before !== -1) return before - beforeEngine.length;
  return afterEngine.findIndex((pattern) => pattern.test(name)) + 1;
}

/**
 * Which trace services belong to which deployment, by name: one whose normalised name equals a deployment's, or begins with
 * it and a dash. The longest name wins, so `llama-8b-instruct-gateway` is not taken for a service of `llama-8b`. Pure.
 */
import { compareText } from "./instance-groups";

export interface NamedDeployment {
  readonly key: string;
  /** Whatever it is called by: title, model with and without its owner, slug. */
  readonly names: readonly string[];
}

/** Lower case, with everything but letters and digits as single dashes. */
export function normaliseName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** Words that say where on a request's way a service stands, in the order it passes them. */
const beforeEngine = [
  /gateway|ingress|edge|frontend/,
  /network|proxy|router|balancer/,
  /feature|retriev|rag|embed/,
  /(?<!de)tokeni[sz]/,
] as const;
const afterEngine = [/detokeni|serializ|stream/] as const;

/** Trace services by deployment key, in the order a request passes them. Deployments without any are absent. */
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
  for (const { key, names } of deployments) {
    for (const name of names.map(normaliseName)) {
      const isMatch = name !== "" && (service === name || service.startsWith(`${name}-`));
      if (isMatch && name.length > (best?.length ?? 0)) best = { key, length: name.length };
    }
  }
  return best?.key;
}

/** Negative before the engine, zero for it and for names that say nothing, positive after it. */
function requestOrder(service: string): number {
  const name = normaliseName(service);
  const before = beforeEngine.findIndex((pattern) => pattern.test(name));
  if (before !== -1) return before - beforeEngine.length;
  return afterEngine.findIndex((pattern) => pattern.test(name)) + 1;
}

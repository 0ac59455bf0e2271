/**
 * Label that distinguishes two Dynamo stacks of one model. Workers set it on every series, frontends do not.
 */
export const stackNamespaceLabel = "dynamo_namespace";

/** Label that names the component of a Dynamo worker, such as "prefill" or "backend". */
export const stackComponentLabel = "dynamo_component";

/** Metrics of Dynamo workers. They have the label of the stack, even if the metrics of the engine lack it. */
export const workerMetricNames = [
  "dynamo_component_requests_total",
  "dynamo_component_inflight_requests",
] as const;

/**
 * Returns the Dynamo stack of a namespace, without the hash that the operator appends for each rollout of
 * the workers.
 */
export function toStackName(dynamoNamespace: string): string {
  return dynamoNamespace.replace(/-[0-9a-f]{8}$/, "");
}

/** Name of the workers that decode if a stack has separate prefill workers, and that otherwise do both. */
const mainComponent = "backend";

/**
 * Returns the work of the workers of a component. `stackComponents` are the names of all components of the
 * stack.
 */
export function findComponentRole(
  component: string,
  stackComponents: readonly string[],
): "prefill" | "decode" | "both" {
  if (isPrefill(component)) return "prefill";
  const isMain = component === mainComponent && stackComponents.some(isPrefill);
  return isMain || /decode/i.test(component) ? "decode" : "both";
}

function isPrefill(component: string): boolean {
  return /prefill/i.test(component);
}

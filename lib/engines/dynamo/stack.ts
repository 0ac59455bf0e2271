/** Label that distinguishes two Dynamo stacks of one model. Workers set it on every series, frontends do not. */
export const stackNamespaceLabel = "dynamo_namespace";

/** Metrics of the workers themselves, which have the label even when the engine's series lack it. */
export const workerMetricNames = [
  "dynamo_component_requests_total",
  "dynamo_component_inflight_requests",
] as const;

/**
 * Returns the stack of a namespace. The operator appends a hash of eight digits for each roll-out of the workers, but
 * the stack stays the same.
 */
export function toStackName(dynamoNamespace: string): string {
  return dynamoNamespace.replace(/-[0-9a-f]{8}$/, "");
}

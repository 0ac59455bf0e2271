/**
 * Label that distinguishes two Dynamo stacks of one model. Workers set it on every series, frontends do not.
 */
export const stackNamespaceLabel = "dynamo_namespace";

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

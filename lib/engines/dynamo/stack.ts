/** What tells two Dynamo stacks of one model apart: its workers write the stack's name on every series, its frontends do not. */
export const stackLabel = "dynamo_namespace";

/** Names of the workers' own series, which have the label even where those of the engine inside lack it. */
export const componentMetrics = [
  "dynamo_component_requests_total",
  "dynamo_component_inflight_requests",
] as const;

/** The operator appends a hash of eight digits for each roll-out of the workers: the stack stays the same. */
export function stackOf(namespace: string): string {
  return namespace.replace(/-[0-9a-f]{8}$/, "");
}

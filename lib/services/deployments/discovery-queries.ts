/** The questions that find deployments and what runs beneath them. What an engine is recognised by is said in `lib/engines`. */
import type { Engine } from "@/lib/engines/engine";

/**
 * Every serving instance of `engine` with its labels; the value is the time of its newest sample in seconds. `max by` folds
 * data-parallel engines of one server into one row.
 */
export function instancesPromql({ modelLabel, detectionMetric }: Engine): string {
  return `max by (${modelLabel}, job, namespace, pod, node, hostname, instance) (timestamp(${detectionMetric}))`;
}

/** GPUs by the labels that say where they are. Old exporters write Hostname, new ones hostname; a scrape without honor_labels renames pod. */
export const gpusPromql =
  'count by (Hostname, hostname, node, pod, exported_pod, namespace, exported_namespace, instance) ({__name__=~"DCGM_FI_DEV_FB_USED|DCGM_FI_DEV_GPU_UTIL|DCGM_FI_DEV_POWER_USAGE"})';

/** Hosts by the labels that say which they are. */
export const hostsPromql = "count by (nodename, node, hostname, instance) (node_uname_info)";

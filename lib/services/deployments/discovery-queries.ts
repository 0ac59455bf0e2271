/** The questions that find deployments and what runs beneath them. Metric names are data here, as they are in `lib/engines`. */

/**
 * Every serving instance of vLLM with its labels; the value is the time of its newest sample in seconds. `max by` folds
 * data-parallel engines of one server into one row.
 */
export const instancesPromql =
  "max by (model_name, job, namespace, pod, node, hostname, instance) (timestamp(vllm:num_requests_running))";

/** GPUs by the labels that say where they are. Old exporters write Hostname, new ones hostname; a scrape without honor_labels renames pod. */
export const gpusPromql =
  'count by (Hostname, hostname, node, pod, exported_pod, namespace, exported_namespace, instance) ({__name__=~"DCGM_FI_DEV_FB_USED|DCGM_FI_DEV_GPU_UTIL|DCGM_FI_DEV_POWER_USAGE"})';

/** Hosts by the labels that say which they are. */
export const hostsPromql = "count by (nodename, node, hostname, instance) (node_uname_info)";

/** cAdvisor, as the kubelet or alone: CPU and memory of the containers of a deployment's pods. */
import type { ExporterOf } from "@/lib/engines/exporter";
import { counter, gauge, type MetricRef } from "@/lib/engines/recipe";

/**
 * Containers alone: the same figures come once more without a container, for the whole pod, and once for its sandbox ("POD").
 * Scraped from two jobs, kubelet and a cAdvisor of its own, one container is still one.
 */
const containers = (name: string): MetricRef => ({
  names: [name],
  matches: [
    { label: "container", operator: "!=", value: "" },
    { label: "container", operator: "!=", value: "POD" },
  ],
  duplicateLabels: ["job", "instance", "node", "service", "endpoint", "metrics_path"],
});

const limited = "Sent for containers that have a CPU limit; without one nothing can be throttled.";

export const cadvisor: ExporterOf<"container"> = {
  id: "cadvisor",
  title: "cAdvisor",
  family: "container",
  detectionMetrics: ["container_memory_working_set_bytes"],
  joinLabels: { pod: [["pod", "namespace"]] },
  signals: {
    "container-cpu": counter(containers("container_cpu_usage_seconds_total")),
    "container-throttled": {
      kind: "rate-ratio",
      parts: [containers("container_cpu_cfs_throttled_periods_total")],
      totals: [containers("container_cpu_cfs_periods_total")],
      flag: limited,
    },
    "container-memory": gauge(containers("container_memory_working_set_bytes")),
  },
  caveats: {
    "container-throttled":
      "Of all containers of the pods together: a sidecar's periods weigh as much as the engine's.",
  },
};

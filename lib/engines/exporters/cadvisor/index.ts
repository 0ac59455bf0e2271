/** cAdvisor, in the kubelet or standalone: CPU and memory of the containers of a deployment's pods. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { counter, gauge, type MetricRef } from "@/lib/engines/definitions/recipe";

/**
 * Selects containers only, because the same values are also reported for the complete pod (without a container) and for
 * its sandbox ("POD"). A container that two jobs scrape (the kubelet and a standalone cAdvisor) counts once.
 */
const containers = (name: string): MetricRef => ({
  names: [name],
  matchers: [
    { label: "container", operator: "!=", value: "" },
    { label: "container", operator: "!=", value: "POD" },
  ],
  duplicateLabels: ["job", "instance", "node", "service", "endpoint", "metrics_path"],
});

const limited =
  "Set a CPU limit only on containers that need one. The metric exists only for containers with a limit. Containers without a limit are never throttled.";

/** Adapter for cAdvisor: CPU and memory of containers. */
export const cadvisorExporter: ExporterOf<"container"> = {
  id: "cadvisor",
  title: "cAdvisor",
  family: "container",
  detectionMetrics: ["container_memory_working_set_bytes"],
  joinLabels: { pod: [["pod", "namespace"]] },
  signals: {
    "container-cpu": counter(containers("container_cpu_usage_seconds_total")),
    "container-throttled": {
      kind: "rate-ratio",
      numerators: [containers("container_cpu_cfs_throttled_periods_total")],
      denominators: [containers("container_cpu_cfs_periods_total")],
      howToEnable: limited,
    },
    "container-memory": gauge(containers("container_memory_working_set_bytes")),
  },
  caveats: {
    "container-throttled":
      "The CPU periods of all containers of the pods are added. A sidecar that is not throttled therefore lowers the share.",
  },
};

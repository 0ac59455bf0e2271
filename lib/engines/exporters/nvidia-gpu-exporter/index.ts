/** nvidia_gpu_exporter (utkuozdemir): the values of nvidia-smi in SI units; joined by its scrape address. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { gauge, metricRef, notExposed, type Recipe } from "@/lib/engines/definitions/recipe";

const smi = (name: string) => metricRef(`nvidia_smi_${name}`);
const mig = (name: string): Recipe => ({
  kind: "gauge",
  metric: smi(`mig_${name}`),
  scale: 1,
  howToEnable:
    "Use dcgm-exporter for full GPUs. For MIG instances on Hopper or newer GPUs, use this exporter's NVML backend.",
});

/** Reasons whose time the driver counts separately. */
const reasons = ["sw_power_cap", "sw_thermal_slowdown", "hw_thermal_slowdown", "hw_power_brake_slowdown"];

/** Adapter for nvidia_gpu_exporter, which reads nvidia-smi. */
export const nvidiaGpuExporter: ExporterOf<"gpu"> = {
  id: "nvidia-gpu-exporter",
  title: "nvidia_gpu_exporter",
  family: "gpu",
  detectionMetrics: ["nvidia_smi_memory_used_bytes", "nvidia_smi_utilization_gpu_ratio"],
  // Its series identify a GPU only by UUID; a pod label would name the exporter's pod.
  joinLabels: { host: ["node", "hostname"] },
  deviceNameMetric: { metric: smi("gpu_info"), nameLabel: "name", driverLabel: "driver_version" },
  signals: {
    "gpu-engine-active": mig("graphics_activity_ratio"),
    "gpu-sm-active": mig("sm_activity_ratio"),
    "gpu-tensor-active": mig("tensor_activity_ratio"),
    "gpu-dram-active": notExposed(
      "The driver's nvidia-smi does not report memory bus activity. Use dcgm-exporter.",
    ),
    "gpu-utilisation": gauge(smi("utilization_gpu_ratio")),
    "gpu-memory-used": gauge(smi("memory_used_bytes")),
    "gpu-memory-free": gauge(smi("memory_free_bytes")),
    "gpu-power": gauge(smi("power_draw_watts")),
    "gpu-temperature": gauge(smi("temperature_gpu")),
    "gpu-sm-clock": gauge(smi("clocks_current_sm_clock_hz")),
    "gpu-throttled": {
      kind: "rate-as-gauge",
      metrics: reasons.map((reason) => smi(`clocks_event_reasons_counters_${reason}_seconds`)),
      takesLargest: true,
      scale: 1,
      howToEnable:
        "Use a driver that counts the time of each throttling reason (clocks_event_reasons_counters).",
    },
  },
  caveats: {
    "gpu-engine-active": "MIG instances only.",
    "gpu-sm-active": "MIG instances only.",
    "gpu-tensor-active": "MIG instances only.",
    "gpu-throttled":
      "The driver measures the throttling times of the power cap, the power brake and two thermal limits. The longest one is displayed, because they can overlap.",
  },
};

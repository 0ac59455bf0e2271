/** AMD device-metrics-exporter. Its configuration may add the prefix `amd_` to every name. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { gauge, notExposed, withLabels, type MetricRef, type Recipe } from "@/lib/engines/definitions/recipe";

const percent = 0.01;
/** The driver's MB are 2^20 bytes: an MI300X with 192 GiB reports 196,592. */
const mebibyte = 1024 * 1024;
const megahertz = 1_000_000;

const of = (...names: readonly string[]): MetricRef => ({
  names: names.flatMap((name) => [name, `amd_${name}`]),
});
const profiled = (name: string): Recipe => ({
  kind: "gauge",
  metric: of(name),
  scale: percent,
  howToEnable:
    "Enable ProfilerMetrics in the exporter's configuration. An application profiler cannot run at the same time.",
});

/** Adapter for AMD's device-metrics-exporter. */
export const amdExporter: ExporterOf<"gpu"> = {
  id: "amd",
  title: "AMD device-metrics-exporter",
  family: "gpu",
  detectionMetrics: [...of("gpu_used_vram").names, ...of("gpu_gfx_activity").names],
  joinLabels: {
    pod: [
      ["pod", "namespace"],
      ["exported_pod", "exported_namespace"],
    ],
    host: ["node", "hostname"],
  },
  deviceNameMetric: { metric: of("gpu_used_vram", "gpu_gfx_activity"), nameLabel: "card_series" },
  signals: {
    "gpu-engine-active": profiled("gpu_prof_gui_util_percent"),
    "gpu-sm-active": profiled("gpu_prof_sm_active"),
    "gpu-tensor-active": profiled("gpu_prof_tensor_active_percent"),
    "gpu-dram-active": notExposed(
      "The exporter reports how busy the memory controllers are (gpu_umc_activity), not the share of cycles in which the bus moved data.",
    ),
    "gpu-utilisation": gauge(of("gpu_gfx_activity"), percent),
    "gpu-memory-used": gauge(of("gpu_used_vram"), mebibyte),
    "gpu-memory-free": gauge(of("gpu_free_vram"), mebibyte),
    // MI300 and MI200 have different gauges for the package, and both have a second gauge.
    "gpu-power": gauge({
      ...of("gpu_package_power", "gpu_average_package_power", "gpu_power_usage"),
      namesCoexist: true,
    }),
    "gpu-temperature": gauge(of("gpu_junction_temperature", "gpu_edge_temperature")),
    "gpu-sm-clock": gauge(withLabels(of("gpu_clock"), { clock_type: "system" }), megahertz),
    "gpu-throttled": {
      kind: "gauge",
      metric: of("gpu_violation_ppt_residency_percentage"),
      scale: percent,
      howToEnable: "Use an MI300 or newer GPU, outside a virtual machine.",
    },
  },
  caveats: {
    "gpu-sm-active":
      "Share of GPU time in which vector instructions were processed, which is less than the time with resident wavefronts. Always 0 on Radeon.",
    "gpu-tensor-active": "Activity of the matrix (MFMA) units.",
    "gpu-utilisation": "Only unpartitioned GPUs report this metric.",
    "gpu-temperature": "On MI300, the hottest spot of the die. On MI200, the edge of the die.",
    "gpu-throttled": "Package power limit only, without thermal limits.",
  },
};

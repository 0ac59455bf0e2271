/** NVIDIA dcgm-exporter, with the names of its legacy default counters and of DCGM 4.6. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { gauge, metricRef, type Recipe } from "@/lib/engines/definitions/recipe";

const mebibyte = 1024 * 1024;
const megahertz = 1_000_000;
const nanosecond = 1e-9;
const percent = 0.01;

const profiling =
  "Add the field to dcgm-exporter's counters file. It requires a data-centre GPU of the Volta generation or newer.";
const profiled = (...names: readonly string[]): Recipe => ({
  kind: "gauge",
  metric: metricRef(...names),
  scale: 1,
  howToEnable: profiling,
});

/** Adapter for NVIDIA's dcgm-exporter. */
export const dcgmExporter: ExporterOf<"gpu"> = {
  id: "dcgm",
  title: "dcgm-exporter",
  family: "gpu",
  detectionMetrics: [
    "DCGM_FI_DEV_FB_USED",
    "DCGM_FI_DEV_GPU_UTIL",
    "DCGM_FI_DEV_GPU_UTIL_RATIO",
    "DCGM_FI_DEV_POWER_USAGE",
    "DCGM_FI_DEV_BOARD_POWER_WATTS",
  ],
  joinLabels: {
    // A scrape without honor_labels renames pod; --use-old-namespace writes pod_name.
    pod: [
      ["pod", "namespace"],
      ["exported_pod", "exported_namespace"],
      ["pod_name", "pod_namespace"],
    ],
    host: ["node", "hostname", "Hostname"],
  },
  signals: {
    "gpu-engine-active": profiled("DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO", "DCGM_FI_PROF_GR_ENGINE_ACTIVE"),
    "gpu-sm-active": profiled("DCGM_FI_PROF_SM_UTIL_RATIO", "DCGM_FI_PROF_SM_ACTIVE"),
    "gpu-tensor-active": profiled("DCGM_FI_PROF_TENSOR_UTIL_RATIO", "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"),
    "gpu-dram-active": profiled("DCGM_FI_PROF_DRAM_UTIL_RATIO", "DCGM_FI_PROF_DRAM_ACTIVE"),
    // DCGM 4.6 exposes percent under both names. Newer versions have a ratio of 0 to 1 under the name that ends in RATIO.
    "gpu-utilisation": gauge(metricRef("DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_GPU_UTIL_RATIO"), percent),
    "gpu-memory-used": gauge(metricRef("DCGM_FI_DEV_FB_USED"), mebibyte),
    "gpu-memory-free": gauge(metricRef("DCGM_FI_DEV_FB_FREE"), mebibyte),
    "gpu-power": gauge(metricRef("DCGM_FI_DEV_BOARD_POWER_WATTS", "DCGM_FI_DEV_POWER_USAGE")),
    "gpu-temperature": gauge(metricRef("DCGM_FI_DEV_GPU_TEMP_CELSIUS", "DCGM_FI_DEV_GPU_TEMP")),
    "gpu-sm-clock": gauge(metricRef("DCGM_FI_DEV_SM_CLOCK"), megahertz),
    "gpu-throttled": {
      kind: "rate-as-gauge",
      metrics: [metricRef("DCGM_FI_DEV_POWER_VIOLATION"), metricRef("DCGM_FI_DEV_THERMAL_VIOLATION")],
      takesLargest: true,
      scale: nanosecond,
      howToEnable:
        "Add DCGM_FI_DEV_POWER_VIOLATION and DCGM_FI_DEV_THERMAL_VIOLATION to dcgm-exporter's counters file.",
    },
  },
  deviceNameMetric: {
    metric: metricRef(
      "DCGM_FI_DEV_FB_USED",
      "DCGM_FI_DEV_GPU_UTIL",
      "DCGM_FI_DEV_GPU_UTIL_RATIO",
      "DCGM_FI_DEV_POWER_USAGE",
      "DCGM_FI_DEV_BOARD_POWER_WATTS",
    ),
    nameLabel: "modelName",
    migInstanceLabel: "GPU_I_PROFILE",
    driverLabel: "DCGM_FI_DRIVER_VERSION",
  },
  caveats: {
    "gpu-throttled":
      "DCGM measures the time of power throttling and the time of thermal throttling. The longer one is displayed, because the two can overlap.",
  },
};

/** AMD device-metrics-exporter: activity in percent, memory in megabytes, energy in microjoules as a gauge. */
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  MachineSample,
} from "@/demo/simulator/exposition/exposition";
import { GpuDevice, type GpuSample } from "./gpu-device";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

type Value = (gpuSample: GpuSample, sample: MachineSample) => number;
/** The driver's definition of a megabyte: an MI300X reports 196,592 of them. */
const megabyte = 1024 * 1024;

const gauges: readonly (readonly [name: string, help: string, value: Value])[] = [
  [
    "gpu_gfx_activity",
    "Graphics engine usage percentage (0 - 100)",
    (_, { gpuBusyRatio }) => gpuBusyRatio * 100,
  ],
  [
    "gpu_umc_activity",
    "Memory engine usage percentage (0 - 100)",
    (_, { dramActiveRatio }) => dramActiveRatio * 100,
  ],
  ["gpu_prof_sm_active", "Compute units in use in percent", (_, { gpuBusyRatio }) => gpuBusyRatio * 96],
  ["gpu_prof_occupancy_percent", "Occupancy in percent", (_, { gpuBusyRatio }) => gpuBusyRatio * 40],
  [
    "gpu_prof_tensor_active_percent",
    "MFMA utilisation in percent",
    (_, { tensorActiveRatio }) => tensorActiveRatio * 100,
  ],
  [
    "gpu_used_vram",
    "Used VRAM memory of the GPU (in MB)",
    ({ usedMemoryBytes }) => usedMemoryBytes / megabyte,
  ],
  [
    "gpu_free_vram",
    "Free VRAM memory of the GPU (in MB)",
    ({ freeMemoryBytes }) => freeMemoryBytes / megabyte,
  ],
  ["gpu_package_power", "Current package power in Watts", ({ powerWatts }) => powerWatts],
  ["gpu_power_usage", "Power usage in Watts", ({ powerWatts }) => powerWatts],
  ["gpu_junction_temperature", "Junction temperature in Celsius", ({ temperatureC }) => temperatureC],
  ["gpu_health", "Health of the GPU (0 = Unhealthy | 1 = Healthy)", () => 1],
];

function gpuLabels({ firstEngine }: ExporterFacts, index: number): Labels {
  return {
    gpu_id: String(index),
    gpu_uuid: `${firstEngine.host}-${index}`,
    serial_number: `692${index}`,
    card_model: "0x74a1",
    card_series: firstEngine.gpu.name,
    card_vendor: "Advanced Micro Devices, Inc. [AMD/ATI]",
    hostname: firstEngine.host,
    gpu_partition_id: "0",
    gpu_compute_partition_type: "spx",
    gpu_memory_partition_type: "nps1",
    pod: firstEngine.pod,
    namespace: "serving",
    container: "vllm",
    job_id: "",
    job_user: "",
    cluster_name: "",
  };
}

function create(facts: ExporterFacts): MetricsExporter {
  const { firstEngine } = facts;
  const registry = new Registry({}, { numberFormat: "plain" });
  const gpus = Array.from({ length: firstEngine.gpuCount }, (_, index) => gpuLabels(facts, index));
  const families = gauges.map(([name, help, value]) => ({ family: registry.gauge(name, help, gpus), value }));
  const total = registry.gauge("gpu_total_vram", "Total VRAM memory of the GPU (in MB)", gpus);
  const energy = registry.gauge(
    "gpu_energy_consumed",
    "Accumulated energy consumed by the GPU (in uJ)",
    gpus,
  );
  const device = new GpuDevice(firstEngine.gpu);
  let microjoules = 0;
  const onMachineSample = (sample: MachineSample): void => {
    const gpuSample = device.measure(sample);
    microjoules += gpuSample.energyJoules * 1e6;
    for (const gpu of gpus) {
      for (const { family, value } of families) family.set(value(gpuSample, sample), gpu);
      total.set(firstEngine.gpu.memoryBytes / megabyte, gpu);
      energy.set(microjoules, gpu);
    }
  };
  return {
    createHandlers: () => ({ onMachineSample }),
    printMetrics: () => registry.print(),
    resetCounters: () => {},
  };
}

export const amd: Exposition = {
  id: "amd",
  title: "AMD device-metrics-exporter",
  scope: "host",
  port: 5000,
  path: "/metrics",
  create,
};

/** nvidia_gpu_exporter: one label, SI units, ratios from 0 to 1. Names and indexes are on the info series. */
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  MachineSample,
} from "@/demo/simulator/exposition/exposition";
import { GpuDevice, type GpuSample } from "./gpu-device";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const gauges: readonly (readonly [
  name: string,
  value: (gpuSample: GpuSample, sample: MachineSample) => number,
])[] = [
  ["utilization_gpu_ratio", (_, { gpuBusyRatio }) => gpuBusyRatio],
  ["utilization_memory_ratio", (_, { dramActiveRatio }) => dramActiveRatio],
  ["memory_used_bytes", ({ usedMemoryBytes }) => usedMemoryBytes],
  ["memory_free_bytes", ({ freeMemoryBytes }) => freeMemoryBytes],
  ["power_draw_watts", ({ powerWatts }) => powerWatts],
  ["temperature_gpu", ({ temperatureC }) => temperatureC],
  ["clocks_current_sm_clock_hz", ({ smClockMhz }) => smClockMhz * 1e6],
];

function create({ firstEngine }: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const gpus = Array.from({ length: firstEngine.gpuCount }, (_, index): Labels => ({
    uuid: `${firstEngine.host}-${index}`,
  }));
  const gauge = (name: string) => registry.gauge(`nvidia_smi_${name}`, name.replaceAll("_", "."), gpus);
  const families = gauges.map(([name, value]) => ({ family: gauge(name), value }));
  const total = gauge("memory_total_bytes");
  const limit = gauge("enforced_power_limit_watts");
  const energy = registry.counter(
    "nvidia_smi_energy_joules_total",
    "Energy since the driver was loaded.",
    gpus,
  );
  const info = registry.gauge(
    "nvidia_smi_gpu_info",
    "A metric with a constant 1 value and the GPU's properties.",
    [],
  );
  for (const [index, gpu] of gpus.entries()) {
    total.set(firstEngine.gpu.memoryBytes, gpu);
    limit.set(firstEngine.gpu.fullLoadWatts, gpu);
    info.set(1, {
      ...gpu,
      name: firstEngine.gpu.name,
      index: String(index),
      driver_version: "580.82.07",
      cuda_version: "13.0",
      compute_cap: "8.9",
      pci_bus_id: `00000000:${(0x18 + index).toString(16).toUpperCase()}:00.0`,
      serial: `165${index}`,
    });
  }
  const device = new GpuDevice(firstEngine.gpu);
  const onMachineSample = (sample: MachineSample): void => {
    const gpuSample = device.measure(sample);
    for (const gpu of gpus) {
      energy.add(gpuSample.energyJoules, gpu);
      for (const { family, value } of families) family.set(value(gpuSample, sample), gpu);
    }
  };
  return {
    createHandlers: () => ({ onMachineSample }),
    printMetrics: () => registry.print(),
    resetCounters: () => {},
  };
}

export const nvidiaGpuExporter: Exposition = {
  id: "nvidia-gpu-exporter",
  title: "nvidia_gpu_exporter",
  scope: "host",
  port: 9835,
  path: "/metrics",
  create,
};

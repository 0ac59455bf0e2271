/** Triton's metrics of its GPUs and CPU. */
import type { ExporterFacts, MachineSample } from "@/demo/simulator/exposition/exposition";
import { GpuDevice } from "@/demo/simulator/exposition/machines/gpu-device";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

/** Registers the GPU and CPU metrics and returns their registry and a function that adds a machine sample. */
export function createTritonMachineMetrics({ firstEngine }: ExporterFacts) {
  const registry = new Registry({}, { numberFormat: "plain" });
  const gpus = Array.from({ length: firstEngine.gpuCount }, (_, index): Labels => ({
    gpu_uuid: `GPU-${firstEngine.host}-${index}`,
  }));
  const gauge = (name: string, help: string) => registry.gauge(`nv_gpu_${name}`, help, gpus);
  const utilization = gauge("utilization", "GPU utilization rate [0.0 - 1.0)");
  const total = gauge("memory_total_bytes", "GPU total memory, in bytes");
  const used = gauge("memory_used_bytes", "GPU used memory, in bytes");
  const power = gauge("power_usage", "GPU power usage in watts");
  const energy = registry.counter(
    "nv_energy_consumption",
    "GPU energy consumption in joules since the Triton Server started",
    gpus,
  );
  const cpu = registry.gauge("nv_cpu_utilization", "CPU utilization rate [0.0 - 1.0]");
  const device = new GpuDevice(firstEngine.gpu);
  let memoryBytes = 0;
  return {
    registry,
    memoryBytes: (): number => memoryBytes,
    recordMachine: (sample: MachineSample): void => {
      const gpuSample = device.measure(sample);
      memoryBytes = gpuSample.usedMemoryBytes;
      cpu.set(Math.min(1, sample.cpuBusySeconds / sample.elapsedSeconds / firstEngine.cpuCores));
      for (const labels of gpus) {
        utilization.set(sample.gpuBusyRatio, labels);
        total.set(firstEngine.gpu.memoryBytes, labels);
        used.set(gpuSample.usedMemoryBytes, labels);
        power.set(gpuSample.powerWatts, labels);
        energy.add(gpuSample.energyJoules, labels);
      }
    },
  };
}

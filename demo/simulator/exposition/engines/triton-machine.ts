/** Triton's metrics of its GPUs and CPU. */
import type { DeploymentFacts, MachineSample } from "@/demo/simulator/exposition/exposition";
import { GpuDevice } from "@/demo/simulator/exposition/machines/gpu-device";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

export function createTritonMachineMetrics({ engine }: DeploymentFacts) {
  const registry = new Registry({}, { numbers: "plain" });
  const gpus = Array.from({ length: engine.gpuCount }, (_, index): Labels => ({
    gpu_uuid: `GPU-${engine.host}-${index}`,
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
  const device = new GpuDevice(engine.gpu);
  let memoryBytes = 0;
  return {
    registry,
    memoryBytes: (): number => memoryBytes,
    recordMachine: (sample: MachineSample): void => {
      const gpuSample = device.measure(sample);
      memoryBytes = gpuSample.usedBytes;
      cpu.set(Math.min(1, sample.cpuBusySeconds / sample.seconds / engine.cpuCores));
      for (const labels of gpus) {
        utilization.set(sample.busyRatio, labels);
        total.set(engine.gpu.memoryBytes, labels);
        used.set(gpuSample.usedBytes, labels);
        power.set(gpuSample.watts, labels);
        energy.add(gpuSample.joules, labels);
      }
    },
  };
}

/** GPU metrics by dcgm-exporter's names and host metrics by node_exporter's, both following from what the engines did. */
import type { Gpu } from "../hardware";
import { Registry, type Labels } from "./registry";

/** Work since the last sample, as shares of wall time. */
export interface GpuActivity {
  readonly busyRatio: number;
  readonly tensorRatio: number;
  readonly dramRatio: number;
  readonly memoryUsedBytes: number;
  readonly clockRatio: number;
}

export interface GpuPlace {
  readonly host: string;
  readonly pod: string;
  readonly indexes: readonly number[];
  readonly gpu: Gpu;
}

const mebibyte = 1024 * 1024;
const reservedMebibytes = 620;

export function gpuLabels({ host, pod, gpu }: Omit<GpuPlace, "indexes">, index: number): Labels {
  return {
    gpu: String(index),
    UUID: `GPU-${host}-${index}`,
    pci_bus_id: `00000000:${(0x18 + index).toString(16).toUpperCase()}:00.0`,
    device: `nvidia${index}`,
    modelName: gpu.name,
    Hostname: host,
    DCGM_FI_DRIVER_VERSION: "580.82.07",
    container: "vllm",
    namespace: "serving",
    pod,
  };
}

export interface GpuTarget {
  readonly update: (activity: GpuActivity, seconds: number) => void;
  readonly print: () => string;
}

export function gpuTarget(place: GpuPlace): GpuTarget {
  const registry = new Registry({});
  const all = place.indexes.map((index) => gpuLabels(place, index));
  const gauge = (name: string, help: string) => registry.gauge(name, help, all);
  const smClock = gauge("DCGM_FI_DEV_SM_CLOCK", "SM clock frequency (in MHz).");
  const memoryClock = gauge("DCGM_FI_DEV_MEM_CLOCK", "Memory clock frequency (in MHz).");
  const temperature = gauge("DCGM_FI_DEV_GPU_TEMP", "GPU temperature (in C).");
  const power = gauge("DCGM_FI_DEV_POWER_USAGE", "Power draw (in W).");
  const energy = registry.counter(
    "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
    "Total energy consumption since boot (in mJ).",
    all,
  );
  const utilisation = gauge("DCGM_FI_DEV_GPU_UTIL", "GPU utilization (in %).");
  const copy = gauge("DCGM_FI_DEV_MEM_COPY_UTIL", "Memory utilization (in %).");
  const free = gauge("DCGM_FI_DEV_FB_FREE", "Framebuffer memory free (in MiB).");
  const used = gauge("DCGM_FI_DEV_FB_USED", "Framebuffer memory used (in MiB).");
  const reserved = gauge("DCGM_FI_DEV_FB_RESERVED", "Framebuffer memory reserved (in MiB).");
  const engine = gauge("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "Ratio of time the graphics engine is active.");
  const tensor = gauge(
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
    "Ratio of cycles the tensor (HMMA) pipe is active.",
  );
  const dram = gauge(
    "DCGM_FI_PROF_DRAM_ACTIVE",
    "Ratio of cycles the device memory interface is active sending or receiving data.",
  );
  const xid = gauge("DCGM_FI_DEV_XID_ERRORS", "Value of the last XID error encountered.");
  let warmthC = 40;
  return {
    update: (activity, seconds) => {
      const { gpu } = place;
      const load = Math.min(
        1,
        0.45 * activity.dramRatio + 0.55 * activity.tensorRatio + 0.15 * activity.busyRatio,
      );
      const watts =
        (gpu.idleWatts + (gpu.fullWatts - gpu.idleWatts) * load) * (0.5 + 0.5 * activity.clockRatio);
      warmthC += (34 + 45 * load - warmthC) * Math.min(1, seconds / 60);
      const usedMebibytes = Math.round(activity.memoryUsedBytes / mebibyte);
      for (const labels of all) {
        smClock.set(Math.round(gpu.smClockMhz * activity.clockRatio), labels);
        memoryClock.set(gpu.memoryClockMhz, labels);
        temperature.set(Math.round(warmthC), labels);
        power.set(watts, labels);
        energy.add(watts * seconds * 1000, labels);
        utilisation.set(Math.round(activity.busyRatio * 100), labels);
        copy.set(Math.round(activity.dramRatio * 100), labels);
        used.set(usedMebibytes, labels);
        free.set(Math.round(gpu.memoryBytes / mebibyte) - usedMebibytes - reservedMebibytes, labels);
        reserved.set(reservedMebibytes, labels);
        engine.set(activity.busyRatio, labels);
        tensor.set(activity.tensorRatio, labels);
        dram.set(activity.dramRatio, labels);
        xid.set(0, labels);
      }
    },
    print: () => registry.print(),
  };
}

export interface HostTarget {
  readonly update: (
    busyCoreSeconds: number,
    bytes: { sent: number; received: number },
    seconds: number,
  ) => void;
  readonly print: () => string;
}

const hostMemoryBytes = 1024 ** 4;

export function hostTarget(host: string, cores: number): HostTarget {
  const registry = new Registry({});
  const cpus = Array.from({ length: cores }, (_, cpu) => String(cpu));
  const modes = ["idle", "user", "system", "iowait"];
  const cpu = registry.counter(
    "node_cpu_seconds_total",
    "Seconds the CPUs spent in each mode.",
    cpus.flatMap((name) => modes.map((mode) => ({ cpu: name, mode }))),
  );
  registry
    .gauge("node_uname_info", "Labeled system information as provided by the uname system call.", [])
    .set(1, {
      domainname: "(none)",
      machine: "x86_64",
      nodename: host,
      release: "6.8.0",
      sysname: "Linux",
      version: "#1",
    });
  const load = registry.gauge("node_load1", "1m load average.");
  const total = registry.gauge("node_memory_MemTotal_bytes", "Memory information field MemTotal_bytes.");
  const available = registry.gauge(
    "node_memory_MemAvailable_bytes",
    "Memory information field MemAvailable_bytes.",
  );
  const device = [{ device: "eth0" }];
  const sent = registry.counter(
    "node_network_transmit_bytes_total",
    "Network device statistic transmit_bytes.",
    device,
  );
  const received = registry.counter(
    "node_network_receive_bytes_total",
    "Network device statistic receive_bytes.",
    device,
  );
  let smoothed = 0;
  return {
    update: (busyCoreSeconds, bytes, seconds) => {
      const busy = Math.min(cores * seconds, busyCoreSeconds + 0.02 * cores * seconds) / cores;
      for (const name of cpus) {
        cpu.add(busy * 0.8, { cpu: name, mode: "user" });
        cpu.add(busy * 0.19, { cpu: name, mode: "system" });
        cpu.add(busy * 0.01, { cpu: name, mode: "iowait" });
        cpu.add(Math.max(0, seconds - busy), { cpu: name, mode: "idle" });
      }
      smoothed += (busyCoreSeconds / seconds - smoothed) * Math.min(1, seconds / 60);
      load.set(smoothed);
      total.set(hostMemoryBytes);
      available.set(hostMemoryBytes * 0.82);
      sent.add(bytes.sent, { device: "eth0" });
      received.add(bytes.received, { device: "eth0" });
    },
    print: () => registry.print(),
  };
}

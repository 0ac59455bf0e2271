/** NVIDIA dcgm-exporter, with the field names before and since DCGM 4.6. */
import type { Gpu } from "../hardware";
import type { Exposed, Exposition, Facts, MachineSample } from "./exposition";
import { GpuBody, type GpuReading } from "./gpu-body";
import { Registry, type Labels } from "./registry";

interface GpuPlace {
  readonly host: string;
  readonly pod: string;
  readonly gpu: Gpu;
}

/** Names of DCGM 4.6 where they differ; the release in which the label became lower case came with them. */
const renamed: Readonly<Record<string, string>> = {
  DCGM_FI_DEV_GPU_UTIL: "DCGM_FI_DEV_GPU_UTIL_RATIO",
  DCGM_FI_PROF_GR_ENGINE_ACTIVE: "DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO",
  DCGM_FI_PROF_PIPE_TENSOR_ACTIVE: "DCGM_FI_PROF_TENSOR_UTIL_RATIO",
  DCGM_FI_PROF_DRAM_ACTIVE: "DCGM_FI_PROF_DRAM_UTIL_RATIO",
  DCGM_FI_DEV_POWER_USAGE: "DCGM_FI_DEV_BOARD_POWER_WATTS",
  DCGM_FI_DEV_GPU_TEMP: "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
  DCGM_FI_DEV_XID_ERRORS: "DCGM_FI_DEV_XID_ERROR",
};

export function gpuLabels({ host, pod, gpu }: GpuPlace, index: number, hostLabel = "Hostname"): Labels {
  return {
    gpu: String(index),
    UUID: `GPU-${host}-${index}`,
    pci_bus_id: `00000000:${(0x18 + index).toString(16).toUpperCase()}:00.0`,
    device: `nvidia${index}`,
    modelName: gpu.name,
    [hostLabel]: host,
    DCGM_FI_DRIVER_VERSION: "580.82.07",
    container: "vllm",
    namespace: "serving",
    pod,
  };
}

type Value = (reading: GpuReading, sample: MachineSample, gpu: Gpu) => number;
const mebibytes = (bytes: number): number => Math.round(bytes / (1024 * 1024));

const gauges: readonly (readonly [name: string, help: string, value: Value])[] = [
  ["DCGM_FI_DEV_SM_CLOCK", "SM clock frequency (in MHz).", ({ smClockMhz }) => smClockMhz],
  ["DCGM_FI_DEV_MEM_CLOCK", "Memory clock frequency (in MHz).", (_, __, gpu) => gpu.memoryClockMhz],
  ["DCGM_FI_DEV_GPU_TEMP", "GPU temperature (in C).", ({ temperatureC }) => temperatureC],
  ["DCGM_FI_DEV_POWER_USAGE", "Power draw (in W).", ({ watts }) => watts],
  ["DCGM_FI_DEV_GPU_UTIL", "GPU utilization (in %).", (_, { busyRatio }) => Math.round(busyRatio * 100)],
  [
    "DCGM_FI_DEV_MEM_COPY_UTIL",
    "Memory utilization (in %).",
    (_, { dramRatio }) => Math.round(dramRatio * 100),
  ],
  ["DCGM_FI_DEV_FB_FREE", "Framebuffer memory free (in MiB).", ({ freeBytes }) => mebibytes(freeBytes)],
  ["DCGM_FI_DEV_FB_USED", "Framebuffer memory used (in MiB).", ({ usedBytes }) => mebibytes(usedBytes)],
  [
    "DCGM_FI_DEV_FB_RESERVED",
    "Framebuffer memory reserved (in MiB).",
    ({ reservedBytes }) => mebibytes(reservedBytes),
  ],
  [
    "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
    "Ratio of time the graphics engine is active.",
    (_, { busyRatio }) => busyRatio,
  ],
  [
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
    "Ratio of cycles the tensor (HMMA) pipe is active.",
    (_, { tensorRatio }) => tensorRatio,
  ],
  [
    "DCGM_FI_PROF_DRAM_ACTIVE",
    "Ratio of cycles the device memory interface is active sending or receiving data.",
    (_, { dramRatio }) => dramRatio,
  ],
  ["DCGM_FI_DEV_XID_ERRORS", "Value of the last XID error encountered.", () => 0],
];

function create({ engine }: Facts, hostLabel: "Hostname" | "hostname"): Exposed {
  const rename = (name: string): string => renamed[name] ?? name;
  const registry = new Registry({}, { numbers: "plain", ...(hostLabel === "hostname" ? { rename } : {}) });
  const labels = Array.from({ length: engine.gpuCount }, (_, index) => gpuLabels(engine, index, hostLabel));
  const told = gauges.map(([name, help, value]) => ({ gauge: registry.gauge(name, help, labels), value }));
  const energy = registry.counter(
    "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
    "Total energy consumption since boot (in mJ).",
    labels,
  );
  const body = new GpuBody(engine.gpu);
  const onMachine = (sample: MachineSample): void => {
    const reading = body.read(sample);
    for (const one of labels) {
      energy.add(reading.joules * 1000, one);
      for (const { gauge, value } of told) gauge.set(value(reading, sample, engine.gpu), one);
    }
  };
  return {
    listen: () => ({ onMachine }),
    print: () => registry.print(),
    // The exporter is a process of its own and goes on when the engine restarts.
    restart: () => {},
  };
}

const common = { standing: "host", port: 9400, path: "/metrics" } as const;

export const dcgm: Exposition = {
  ...common,
  id: "dcgm",
  title: "dcgm-exporter up to 4.5",
  create: (facts) => create(facts, "Hostname"),
};

export const dcgm46: Exposition = {
  ...common,
  id: "dcgm-46",
  title: "dcgm-exporter with the field names of DCGM 4.6",
  create: (facts) => create(facts, "hostname"),
};

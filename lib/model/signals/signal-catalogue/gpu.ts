/** Signals of a deployment's GPUs, reported by any joined GPU exporter. */
import type { SignalPropertiesById } from "@/lib/model/signals/signal-definition";

const activity = {
  kind: "gauge",
  unit: "ratio",
  displayUnit: "%",
  layer: "infrastructure",
  better: "neither",
  combine: "mean",
} as const;
const level = { kind: "gauge", layer: "infrastructure", better: "neither" } as const;

/** Signals of GPUs, with units and directions. */
export const gpuSignals = {
  "gpu-engine-active": {
    ...activity,
    title: "GPU engine active",
    label: "engine",
  },
  "gpu-sm-active": {
    ...activity,
    title: "SMs active",
    label: "SM",
  },
  "gpu-tensor-active": {
    ...activity,
    title: "Tensor cores active",
    label: "tensor",
  },
  "gpu-dram-active": {
    ...activity,
    title: "GPU memory bus active",
    label: "DRAM",
  },
  "gpu-utilisation": {
    ...activity,
    title: "GPU utilisation",
    label: "utilisation",
  },
  "gpu-memory-used": {
    ...level,
    title: "GPU memory used",
    label: "used",
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
  },
  "gpu-memory-free": {
    ...level,
    title: "GPU memory free",
    label: "free",
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
  },
  "gpu-power": {
    ...level,
    title: "GPU power",
    label: "power",
    unit: "watts",
    displayUnit: "W",
    combine: "sum",
  },
  "gpu-temperature": {
    ...level,
    title: "GPU temperature",
    label: "temperature",
    unit: "celsius",
    displayUnit: "°C",
    better: "lower",
    combine: "max",
  },
  "gpu-sm-clock": {
    ...level,
    title: "SM clock",
    label: "SM clock",
    unit: "hertz",
    displayUnit: "MHz",
    better: "higher",
    combine: "mean",
  },
  "gpu-throttled": {
    ...activity,
    title: "GPU throttled",
    label: "throttled",
    better: "lower",
    combine: "max",
  },
} as const satisfies SignalPropertiesById;

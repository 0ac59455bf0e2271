/** Signals of the GPUs beneath a deployment, from whichever exporter was joined to it. */
import type { SignalBodies } from "@/lib/model/signal-definition";

const activity = {
  kind: "gauge",
  unit: "ratio",
  displayUnit: "%",
  layer: "infrastructure",
  better: "neither",
  combine: "mean",
  zeroMeans: "the unit did no work in the sampling period",
} as const;
const level = { kind: "gauge", layer: "infrastructure", better: "neither" } as const;

export const gpuSignals = {
  "gpu-engine-active": {
    ...activity,
    title: "GPU engine active",
    label: "engine",
    meaning:
      "Share of time any kernel was on the GPU. High activity alone says nothing about what limits it.",
  },
  "gpu-sm-active": {
    ...activity,
    title: "SMs active",
    label: "SM",
    meaning:
      "Share of cycles in which a streaming multiprocessor had at least one warp resident, mean over all of them.",
  },
  "gpu-tensor-active": {
    ...activity,
    title: "Tensor cores active",
    label: "tensor",
    meaning: "Share of cycles the tensor pipes were busy.",
  },
  "gpu-dram-active": {
    ...activity,
    title: "GPU memory bus active",
    label: "DRAM",
    meaning: "Share of cycles the memory interface moved data; about 80 % is the practical maximum.",
  },
  "gpu-utilisation": {
    ...activity,
    title: "GPU utilisation",
    label: "utilisation",
    meaning:
      "Share of time at least one kernel ran, however small: 100 % may be one busy multiprocessor. It never decides anything alone.",
  },
  "gpu-memory-used": {
    ...level,
    title: "GPU memory used",
    label: "used",
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
    zeroMeans: "nothing is loaded",
    meaning: "Frame buffer in use over all GPUs of the deployment; engines reserve theirs at start.",
  },
  "gpu-memory-free": {
    ...level,
    title: "GPU memory free",
    label: "free",
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
    zeroMeans: "the frame buffer is full",
    meaning: "Frame buffer not in use over all GPUs of the deployment.",
  },
  "gpu-power": {
    ...level,
    title: "GPU power",
    label: "power",
    unit: "watts",
    displayUnit: "W",
    combine: "sum",
    zeroMeans: "the board draws nothing",
    meaning: "Board power over all GPUs of the deployment.",
  },
  "gpu-temperature": {
    ...level,
    title: "GPU temperature",
    label: "temperature",
    unit: "celsius",
    displayUnit: "°C",
    better: "lower",
    combine: "max",
    zeroMeans: "the sensor reads 0 °C",
    meaning: "Core temperature of the hottest GPU of the deployment.",
  },
  "gpu-sm-clock": {
    ...level,
    title: "SM clock",
    label: "SM clock",
    unit: "hertz",
    displayUnit: "MHz",
    better: "higher",
    combine: "mean",
    zeroMeans: "the clock is stopped",
    meaning: "Mean clock of the streaming multiprocessors; a fall under load means throttling.",
  },
  "gpu-throttled": {
    ...activity,
    title: "GPU throttled",
    label: "throttled",
    better: "lower",
    combine: "max",
    zeroMeans: "no limit held the clocks down",
    meaning: "Share of time that power or temperature held the clocks of the worst GPU down.",
  },
} as const satisfies SignalBodies;

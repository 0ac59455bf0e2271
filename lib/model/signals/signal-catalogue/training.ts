/**
 * Signals of a training job. No common convention exists: metrics come from Ray, NCCL Inspector, or a team's mapping.
 */
import type { SignalPropertiesById } from "@/lib/model/signals/signal-definition";

const level = { kind: "gauge", layer: "application", better: "lower", combine: "mean" } as const;

/** Signals of training jobs, with units and directions. */
export const trainingSignals = {
  "train-step-time": {
    ...level,
    unit: "seconds",
    displayUnit: "ms",
    title: "Step time",
    label: "step",
  },
  "train-step-spread": {
    ...level,
    unit: "ratio",
    displayUnit: "%",
    title: "Slowest worker delay",
    label: "spread",
  },
  "train-loss": {
    ...level,
    unit: "number",
    displayUnit: "loss",
    title: "Loss",
    label: "loss",
  },
  "train-tokens": {
    ...level,
    kind: "counter",
    combine: "sum",
    better: "higher",
    unit: "tokens-per-second",
    displayUnit: "tokens/s",
    title: "Training tokens",
    label: "tokens",
  },
  "train-samples": {
    ...level,
    kind: "counter",
    combine: "sum",
    better: "higher",
    unit: "events-per-second",
    displayUnit: "per s",
    title: "Samples",
    label: "samples",
  },
  "train-batches": {
    ...level,
    kind: "counter",
    combine: "sum",
    better: "higher",
    unit: "events-per-second",
    displayUnit: "per s",
    title: "Batches",
    label: "batches",
  },
  "train-data-wait": {
    ...level,
    unit: "ratio",
    displayUnit: "%",
    title: "Waiting for data",
    label: "data wait",
  },
  "train-allreduce-time": {
    ...level,
    combine: "max",
    unit: "seconds",
    displayUnit: "ms",
    title: "All-reduce time",
    label: "all-reduce",
  },
  "train-allreduce-share": {
    ...level,
    unit: "ratio",
    displayUnit: "%",
    title: "All-reduce share",
    label: "all-reduce",
  },
  "train-bus-bandwidth": {
    ...level,
    better: "higher",
    combine: "min",
    unit: "bytes-per-second",
    displayUnit: "GB/s",
    title: "Bus bandwidth",
    label: "bus",
  },
} as const satisfies SignalPropertiesById;

/** Panels of a training job: step time, throughput, loss and wait times. */
import type { Panel } from "./panels";

const level = {
  section: "Training",
  requiredExporter: "training",
  statistics: ["value"],
  drawAs: "lines",
} as const;
const flow = { ...level, statistics: ["rate"] } as const;

/** Panels of training jobs. */
export const trainingPanels: readonly Panel[] = [
  {
    ...level,
    id: "train-step-time",
    title: "Step and all-reduce time",
    signals: ["train-step-time", "train-allreduce-time"],
    displayUnit: "ms",
  },
  {
    ...flow,
    id: "train-batches",
    title: "Batches and samples",
    signals: ["train-batches", "train-samples"],
    displayUnit: "per s",
  },
  {
    ...flow,
    id: "train-tokens",
    title: "Training tokens",
    signals: ["train-tokens"],
    displayUnit: "tokens/s",
  },
  { ...level, id: "train-loss", title: "Loss", signals: ["train-loss"], displayUnit: "loss" },
  {
    ...level,
    id: "train-data-wait",
    title: "Data and all-reduce wait",
    signals: ["train-data-wait", "train-allreduce-share"],
    displayUnit: "%",
  },
  {
    ...level,
    id: "train-step-spread",
    title: "Slowest worker vs. mean",
    signals: ["train-step-spread"],
    displayUnit: "%",
  },
  {
    ...level,
    id: "train-bus-bandwidth",
    title: "Bus bandwidth",
    signals: ["train-bus-bandwidth"],
    displayUnit: "GB/s",
  },
];

/** What the signals of GPUs mean, in words. */
import type { MeaningsOf } from "@/lib/model/signal-definition";
import type { SignalOf } from "@/lib/model/signals";

export const gpuMeanings: MeaningsOf<SignalOf<"gpu">> = {
  "gpu-engine-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of time any kernel was on the GPU. High activity alone says nothing about what limits it.",
  },
  "gpu-sm-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of cycles in which a streaming multiprocessor had at least one warp resident, mean over all of them.",
  },
  "gpu-tensor-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning: "Share of cycles the tensor pipes were busy.",
  },
  "gpu-dram-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning: "Share of cycles the memory interface moved data; about 80 % is the practical maximum.",
  },
  "gpu-utilisation": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of time at least one kernel ran, however small: 100 % may be one busy multiprocessor. It never decides anything alone.",
  },
  "gpu-memory-used": {
    zeroMeans: "nothing is loaded",
    meaning: "Frame buffer in use over all GPUs of the deployment; engines reserve theirs at start.",
  },
  "gpu-memory-free": {
    zeroMeans: "the frame buffer is full",
    meaning: "Frame buffer not in use over all GPUs of the deployment.",
  },
  "gpu-power": {
    zeroMeans: "the board draws nothing",
    meaning: "Board power over all GPUs of the deployment.",
  },
  "gpu-temperature": {
    zeroMeans: "the sensor reads 0 °C",
    meaning: "Core temperature of the hottest GPU of the deployment.",
  },
  "gpu-sm-clock": {
    zeroMeans: "the clock is stopped",
    meaning: "Mean clock of the streaming multiprocessors; a fall under load means throttling.",
  },
  "gpu-throttled": {
    zeroMeans: "no limit held the clocks down",
    meaning: "Share of time that power or temperature held the clocks of the worst GPU down.",
  },
};

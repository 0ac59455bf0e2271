/** Descriptions of the GPU signals. */
import type { SignalMeanings } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";

/** Definitions of the signals of GPUs. */
export const gpuMeanings: SignalMeanings<FamilySignalId<"gpu">> = {
  "gpu-engine-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of time in which the GPU's compute or graphics engine was busy, measured by hardware counters over the full interval. It does not show how much of the GPU was busy.",
  },
  "gpu-sm-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of cycles in which a streaming multiprocessor had at least one resident warp, averaged over all multiprocessors.",
  },
  "gpu-tensor-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning: "Share of cycles in which the tensor pipes were busy.",
  },
  "gpu-dram-active": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning: "Share of cycles in which the memory interface moved data. About 80 % is the practical maximum.",
  },
  "gpu-utilisation": {
    zeroMeans: "the unit did no work in the sampling period",
    meaning:
      "Share of the driver's latest sample period, at most 1 s on NVIDIA GPUs, in which at least one kernel ran. 100 % may be one busy multiprocessor.",
  },
  "gpu-memory-used": {
    zeroMeans: "nothing is loaded",
    meaning:
      "Frame buffer in use over all GPUs of the deployment. Most engines reserve it at startup, so it does not follow the load.",
  },
  "gpu-memory-free": {
    zeroMeans: "the frame buffer is full",
    meaning: "Frame buffer not in use over all GPUs of the deployment.",
  },
  "gpu-power": {
    zeroMeans: "the board draws no power",
    meaning: "Sum of the board power of all GPUs of the deployment.",
  },
  "gpu-temperature": {
    zeroMeans: "the sensor reads 0 °C",
    meaning: "Core temperature of the hottest GPU of the deployment.",
  },
  "gpu-sm-clock": {
    zeroMeans: "the clock is stopped",
    meaning: "Mean clock of the streaming multiprocessors. A drop under load can mean throttling.",
  },
  "gpu-throttled": {
    zeroMeans: "no limit reduced the clocks",
    meaning: "Share of time in which power or temperature limits reduced the clocks of the worst GPU.",
  },
};

/** Descriptions of the training signals. */
import type { SignalMeanings } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";

/** Definitions of the signals of training jobs. */
export const trainingMeanings: SignalMeanings<FamilySignalId<"training">> = {
  "train-step-time": {
    zeroMeans: "steps took no time",
    meaning: "Mean time of one optimiser step.",
  },
  "train-step-spread": {
    zeroMeans: "all workers took the same time, or only one worker exists",
    meaning: "By how much the mean step time of the slowest worker exceeds the mean of all workers.",
  },
  "train-loss": {
    zeroMeans: "the loss is zero",
    meaning:
      "Training loss as reported by the training loop, averaged over its workers. The loop defines its scale.",
  },
  "train-tokens": {
    zeroMeans: "no token was processed",
    meaning: "Tokens consumed by training per second.",
  },
  "train-samples": {
    zeroMeans: "no sample was processed",
    meaning: "Samples delivered to the training loop per second.",
  },
  "train-batches": {
    zeroMeans: "no batch was delivered",
    meaning: "Batches delivered to the training loop per second: the rate of data loading.",
  },
  "train-data-wait": {
    zeroMeans: "data was always ready",
    meaning: "Share of the training loop's time spent waiting for the next batch.",
  },
  "train-allreduce-time": {
    zeroMeans: "all-reduce took no time",
    meaning:
      "Mean time of one all-reduce in the exporter's latest interval, on the rank with the longest time.",
  },
  "train-allreduce-share": {
    zeroMeans: "no step time was spent in all-reduce",
    meaning: "Share of step time spent in all-reduce.",
  },
  "train-bus-bandwidth": {
    zeroMeans: "no data was moved",
    meaning: "Bus bandwidth of an all-reduce on the rank with the lowest value.",
  },
};

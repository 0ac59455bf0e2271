/** What the signals of training jobs mean, in words. */
import type { MeaningsOf } from "@/lib/model/signal-definition";
import type { SignalOf } from "@/lib/model/signals";

export const trainingMeanings: MeaningsOf<SignalOf<"training">> = {
  "train-step-time": {
    zeroMeans: "steps took no time",
    meaning: "Mean time of one optimiser step.",
  },
  "train-step-spread": {
    zeroMeans: "all workers took the same time, or there is one",
    meaning: "How much longer the slowest worker's mean step takes than the mean of all.",
  },
  "train-loss": {
    zeroMeans: "the loss is nothing",
    meaning: "Training loss as the loop reports it, the mean over its workers; its scale is the loop's own.",
  },
  "train-tokens": {
    zeroMeans: "no token was trained on",
    meaning: "Tokens consumed by training per second.",
  },
  "train-samples": {
    zeroMeans: "no sample was trained on",
    meaning: "Training samples consumed per second.",
  },
  "train-batches": {
    zeroMeans: "no batch was handed out",
    meaning: "Batches handed to the training loop per second: the rate of data loading.",
  },
  "train-data-wait": {
    zeroMeans: "data was always ready",
    meaning: "Share of the loop's time spent waiting for the next batch; the rest is the user's own code.",
  },
  "train-allreduce-time": {
    zeroMeans: "all-reduce took no time",
    meaning: "Time of one all-reduce on the slowest rank, of the exporter's latest window.",
  },
  "train-allreduce-share": {
    zeroMeans: "no step time went to all-reduce",
    meaning: "Share of step time spent in all-reduce.",
  },
  "train-bus-bandwidth": {
    zeroMeans: "nothing was moved",
    meaning: "Bus bandwidth of all-reduce on the slowest rank.",
  },
};

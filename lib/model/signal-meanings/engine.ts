/** What the serving engine's signals mean, in words. */
import type { MeaningsOf } from "@/lib/model/signal-definition";
import type { SignalOf } from "@/lib/model/signals";

export const engineMeanings: MeaningsOf<SignalOf<"engine">> = {
  ttft: {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From the engine's front end receiving a request to its first output token; queueing is inside.",
  },
  itl: {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "Gap between two successive outputs of one request, one observation per engine step.",
  },
  tpot: {
    zeroMeans: "an observation below the first bucket edge",
    meaning:
      "Per request (E2E − TTFT) / (output tokens − 1). The mean is decode time over output tokens less the first ones.",
  },
  e2e: {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From the engine's front end receiving a request to its last output token.",
  },
  "queue-time": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From a request entering the waiting queue to its first scheduling.",
  },
  "prefill-time": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From first scheduling to the first output token.",
  },
  "decode-time": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From the first output token to the last.",
  },
  requests: {
    zeroMeans: "no request finished",
    meaning: "Requests finished per second, whatever their outcome.",
  },
  "prompt-tokens": {
    zeroMeans: "no prompt was taken in",
    meaning: "Prompt tokens taken in per second, cached ones included.",
  },
  "output-tokens": {
    zeroMeans: "no token was produced",
    meaning: "Output tokens produced per second.",
  },
  errors: {
    zeroMeans: "no request failed",
    meaning: "5xx answers and overload refusals at the outermost layer known, else the engine's own errors.",
  },
  aborts: {
    zeroMeans: "no client went away",
    meaning: "Requests ended by their client; shown apart and not counted as errors.",
  },
  running: {
    zeroMeans: "the batch is empty",
    meaning: "Requests in execution batches at the instant of the scrape.",
  },
  waiting: {
    zeroMeans: "nothing waits",
    meaning: "Requests accepted but not yet scheduled, at the instant of the scrape.",
  },
  "kv-usage": {
    zeroMeans: "no block is in use",
    meaning: "Share of KV cache blocks in use; of several instances the fullest is told.",
  },
  preemptions: {
    zeroMeans: "no running request was pushed out",
    meaning: "Running requests pushed out of the batch for want of KV cache.",
  },
  "prompt-length": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "Prompt tokens of each finished request.",
  },
  "output-length": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "Output tokens of each finished request.",
  },
  "batch-tokens": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "Prompt and output tokens computed in one step of the engine.",
  },
  "prefix-hit": {
    zeroMeans: "no looked-up token was found",
    meaning:
      "Share of looked-up prompt tokens (or blocks, where the engine counts those) that the prefix cache had.",
  },
  "spec-accept": {
    zeroMeans: "every drafted token was rejected",
    meaning: "Share of drafted tokens that the target model accepted.",
  },
  "request-bytes": {
    zeroMeans: "no request body arrived",
    meaning: "Bytes of request bodies per second.",
  },
  "response-bytes": {
    zeroMeans: "no response body was sent",
    meaning: "Bytes of response bodies per second.",
  },
  "kv-transfer-time": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "Time to move one request's KV cache from a prefill to a decode instance.",
  },
  flops: {
    zeroMeans: "the engine counts no FLOPs",
    meaning:
      "Floating-point operations per second and GPU as the engine estimates them from the model's shape.",
  },
  "read-bytes": {
    zeroMeans: "the engine counts no bytes",
    meaning:
      "Bytes read from GPU memory per second and GPU as the engine estimates them from the model's shape.",
  },
  "write-bytes": {
    zeroMeans: "the engine counts no bytes",
    meaning:
      "Bytes written to GPU memory per second and GPU as the engine estimates them from the model's shape.",
  },
  asleep: {
    zeroMeans: "every instance is awake",
    meaning: "Share of instances whose weights are offloaded or discarded by sleep mode.",
  },
};

/** Descriptions of the serving engine's signals. */
import type { SignalMeanings } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";

/** Definitions of the signals of serving engines. */
export const engineMeanings: SignalMeanings<FamilySignalId<"engine">> = {
  ttft: {
    zeroMeans: "an observation below the first bucket edge",
    meaning:
      "From the arrival of a request at the engine's front end to its first output token, including queue time.",
  },
  itl: {
    zeroMeans: "an observation below the first bucket edge",
    meaning:
      "Time between two successive outputs of one request. The output of one engine step can contain several tokens.",
  },
  tpot: {
    zeroMeans: "an observation below the first bucket edge",
    meaning:
      "Per request: (E2E − TTFT) / (output tokens − 1). The mean is decode time divided by all output tokens except the first of each request.",
  },
  e2e: {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From the arrival of a request at the engine's front end to its last output token.",
  },
  "queue-time": {
    zeroMeans: "an observation below the first bucket edge",
    meaning: "From the arrival of a request in the waiting queue to its first scheduling.",
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
    meaning: "Requests finished per second, with any outcome. Some servers count them on arrival instead.",
  },
  "prompt-tokens": {
    zeroMeans: "no prompt was processed",
    meaning: "Prompt tokens processed per second, including cached tokens.",
  },
  "output-tokens": {
    zeroMeans: "no token was produced",
    meaning: "Output tokens produced per second.",
  },
  errors: {
    zeroMeans: "no request failed",
    meaning:
      "Failed requests per second: 5xx responses and overload refusals (429). If no server exposes HTTP status codes, the requests that the engine ended with an error are counted instead.",
  },
  aborts: {
    zeroMeans: "no client disconnected",
    meaning: "Requests aborted by their client. They are displayed separately and not counted as errors.",
  },
  running: {
    zeroMeans: "the batch is empty",
    meaning: "Requests that the engine was computing at the time of the scrape.",
  },
  waiting: {
    zeroMeans: "no request is waiting",
    meaning: "Requests that were accepted but not yet scheduled, at the time of the scrape.",
  },
  "kv-usage": {
    zeroMeans: "no block is in use",
    meaning: "Share of KV cache blocks in use on the fullest instance.",
  },
  preemptions: {
    zeroMeans: "no running request was preempted",
    meaning: "Running requests removed from the batch because KV cache blocks ran out.",
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
    zeroMeans: "no token was found in the cache",
    meaning: "Share of prompt tokens (or blocks, in engines that count blocks) found in the prefix cache.",
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
    meaning: "Floating-point operations per second per GPU, estimated by the engine from the model's shape.",
  },
  "read-bytes": {
    zeroMeans: "the engine counts no bytes",
    meaning: "Bytes read from GPU memory per second per GPU, estimated by the engine from the model's shape.",
  },
  "write-bytes": {
    zeroMeans: "the engine counts no bytes",
    meaning:
      "Bytes written to GPU memory per second per GPU, estimated by the engine from the model's shape.",
  },
  asleep: {
    zeroMeans: "every instance is awake",
    meaning: "Share of instances whose weights are offloaded or discarded by sleep mode.",
  },
};

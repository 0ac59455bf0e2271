/**
 * What a step of a serving engine costs, from FLOPs and bytes over the hardware's peaks. Pure: the live engine and the
 * history both count with it.
 *
 * A step computes P prefill tokens and D decode tokens over a context of S tokens in all:
 *   FLOPs = 2 · active parameters · (P + D) + 4 · layers · heads · head size · (attention pairs)
 *   bytes = weights once + KV of the context read + KV of the new tokens written
 *   time  = max(FLOPs / (peak · efficiency), bytes / (bandwidth · efficiency)) + launch overhead + communication
 * (the fused roofline bound; communication is two all-reduces a layer, latency-bound in decode).
 */
import type { Gpu, Model } from "./hardware";

export interface Step {
  readonly prefillTokens: number;
  readonly decodeTokens: number;
  /** Tokens in the KV cache that decode reads. */
  readonly contextTokens: number;
  /** Query-key pairs of the prefill chunks: new tokens × what they attend to. */
  readonly prefillPairs: number;
}

/** What faults do to a machine; 1 and 0 leave it as it is. */
export interface MachineState {
  readonly computeRatio: number;
  readonly bandwidthRatio: number;
  readonly launchSeconds: number;
  readonly syncSeconds: number;
}

export interface Machine {
  readonly model: Model;
  readonly gpu: Gpu;
  readonly gpuCount: number;
}

export interface StepCost {
  readonly seconds: number;
  /** Part of the step in which the GPU works; the rest is launch and synchronisation on the CPU. */
  readonly gpuSeconds: number;
  readonly flops: number;
  readonly bytes: number;
  /** Shares of the step in which the tensor cores and the memory bus are at their achievable peak. */
  readonly computeSeconds: number;
  readonly memorySeconds: number;
}

/** Share of the peaks that good kernels reach: measured matmuls get about 0.8 of the dense peak, streams about 0.8 of the bus. */
const computeEfficiency = 0.65;
const bandwidthEfficiency = 0.78;
const allReducesPerLayer = 2;
const allReduceLatencySeconds = 8e-6;
const bytesPerActivation = 2;

export const healthyMachine: MachineState = {
  computeRatio: 1,
  bandwidthRatio: 1,
  launchSeconds: 0.0028,
  syncSeconds: 0,
};

/**
 * Bytes of weights a step of `tokens` reads. Attention and head are read whole; of E experts a token goes to k, so that E · (1 − (1 − k/E)^T)
 * of them are read for T tokens, if each goes its own way.
 */
function streamedBytes({ streamedParameters, bytesPerParameter, experts }: Model, tokens: number): number {
  if (experts === undefined) return streamedParameters * bytesPerParameter;
  const { count, perToken, parameters } = experts;
  const unread = parameters * (1 - perToken / count) ** Math.max(1, tokens);
  return (streamedParameters - unread) * bytesPerParameter;
}

export function stepCost({ model, gpu, gpuCount }: Machine, state: MachineState, step: Step): StepCost {
  const tokens = step.prefillTokens + step.decodeTokens;
  const pairs = step.contextTokens + step.prefillPairs;
  const flops = 2 * model.activeParameters * tokens + 4 * model.layers * model.heads * model.headDim * pairs;
  const bytes = streamedBytes(model, tokens) + model.kvBytesPerToken * (step.contextTokens + tokens);
  const peak = gpu.peakFlops[model.precision] * gpuCount * computeEfficiency * state.computeRatio;
  const bandwidth = gpu.bandwidthBytesPerSecond * gpuCount * bandwidthEfficiency * state.bandwidthRatio;
  const computeSeconds = flops / peak;
  const memorySeconds = bytes / bandwidth;
  const gpuSeconds =
    Math.max(computeSeconds, memorySeconds) + communicationSeconds({ model, gpu, gpuCount }, tokens);
  const seconds = gpuSeconds + state.launchSeconds + state.syncSeconds;
  return { seconds, gpuSeconds, flops, bytes, computeSeconds, memorySeconds };
}

/** Ring all-reduce: a latency each, and what it sends over the link. */
function communicationSeconds(machine: Machine, tokens: number): number {
  const { model, gpu, gpuCount } = machine;
  if (gpuCount === 1) return 0;
  const latencySeconds = model.layers * allReducesPerLayer * allReduceLatencySeconds;
  return latencySeconds + linkBytes(machine, tokens) / gpu.linkBytesPerSecond;
}

/** Bytes each GPU sends to its neighbours in a step of so many tokens: 2(t−1)/t of every message. */
export function linkBytes({ model, gpuCount }: Machine, tokens: number): number {
  const message = tokens * model.hidden * bytesPerActivation;
  return model.layers * allReducesPerLayer * ((2 * (gpuCount - 1)) / gpuCount) * message;
}

/** Seconds of one CPU core to turn text into tokens and tokens into text; about 60 µs a thousand characters of either. */
export const tokenizeSecondsPerToken = 2.5e-6;
export const detokenizeSecondsPerToken = 12e-6;
export const requestCpuSeconds = 0.0012;

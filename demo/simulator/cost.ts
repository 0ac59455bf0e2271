/**
 * Cost of one step of a serving engine, computed from FLOPs and bytes and the hardware's peaks. Pure: the live engine
 * and the generated history share it.
 *
 * A step computes P prefill tokens and D decode tokens over a total context of S tokens:
 *   FLOPs = 2 · active parameters · (P + D) + 4 · layers · heads · head size · (attention pairs)
 *   bytes = weights once + KV of the context read + KV of the new tokens written
 *   time  = max(FLOPs / (peak · efficiency), bytes / (bandwidth · efficiency)) + launch overhead + communication
 *
 * The maximum is the fused roofline bound. Communication is two all-reduces per layer, which are latency-bound in
 * decode.
 */
import type { Gpu, Model } from "./hardware";

/** Tokens that one step of an engine computes and reads. */
export interface StepTokens {
  readonly prefillTokens: number;
  /** Tokens that decode computes, one per decoding sequence. */
  readonly decodeTokens: number;
  /** Cached tokens that decode reads, summed over the decoding sequences. */
  readonly decodeContextTokens: number;
  /** Query-key pairs of the prefill chunks: new tokens × the tokens they attend to. */
  readonly prefillAttentionPairs: number;
}

/** Speed of an engine's GPUs and delays of each step, which faults change. A ratio of 1 means no effect. */
export interface MachineState {
  readonly computeSpeedRatio: number;
  readonly memoryBandwidthRatio: number;
  readonly kernelLaunchSeconds: number;
  readonly cpuSyncSeconds: number;
}

/** GPUs that serve one model together by tensor parallelism. */
export interface GpuMachine {
  readonly model: Model;
  readonly gpu: Gpu;
  readonly gpuCount: number;
}

/** Durations and work of one step. FLOPs and bytes are totals of all GPUs. */
export interface StepCost {
  readonly stepSeconds: number;
  /** Time in which the GPU works. The rest of the step is launch and synchronisation on the CPU. */
  readonly gpuSeconds: number;
  readonly flops: number;
  /** Bytes read from and written to GPU memory. */
  readonly memoryTrafficBytes: number;
  /** Time that the tensor cores and the memory bus need at their achievable peak. */
  readonly computeSeconds: number;
  readonly memorySeconds: number;
}

/**
 * Fraction of the peaks that good kernels reach. Measured matmuls reach about 0.8 of the dense peak, streams about
 * 0.8 of the bus.
 */
const computeEfficiency = 0.65;
const bandwidthEfficiency = 0.78;
const allReducesPerLayer = 2;
const allReduceLatencySeconds = 8e-6;
const bytesPerActivation = 2;

export const healthyMachine: MachineState = {
  computeSpeedRatio: 1,
  memoryBandwidthRatio: 1,
  kernelLaunchSeconds: 0.0028,
  cpuSyncSeconds: 0,
};

/**
 * Returns the weight bytes that a step of `tokens` reads. Attention and LM head are always read. Of E experts a token
 * uses k, so T tokens with independent routing read E · (1 − (1 − k/E)^T) experts.
 */
function streamedBytes({ streamedParameters, bytesPerParameter, experts }: Model, tokens: number): number {
  if (experts === undefined) return streamedParameters * bytesPerParameter;
  const { count, perToken, parameters } = experts;
  const unread = parameters * (1 - perToken / count) ** Math.max(1, tokens);
  return (streamedParameters - unread) * bytesPerParameter;
}

/** Returns the cost of one step by the formulas above. */
export function computeStepCost(
  { model, gpu, gpuCount }: GpuMachine,
  state: MachineState,
  step: StepTokens,
): StepCost {
  const tokens = step.prefillTokens + step.decodeTokens;
  const pairs = step.decodeContextTokens + step.prefillAttentionPairs;
  const flops =
    2 * model.activeParameters * tokens +
    4 * model.layerCount * model.attentionHeadCount * model.attentionHeadSize * pairs;
  const memoryTrafficBytes =
    streamedBytes(model, tokens) + model.kvBytesPerToken * (step.decodeContextTokens + tokens);
  const peak = gpu.peakFlops[model.precision] * gpuCount * computeEfficiency * state.computeSpeedRatio;
  const bandwidth =
    gpu.memoryBandwidthBytesPerSecond * gpuCount * bandwidthEfficiency * state.memoryBandwidthRatio;
  const computeSeconds = flops / peak;
  const memorySeconds = memoryTrafficBytes / bandwidth;
  const gpuSeconds =
    Math.max(computeSeconds, memorySeconds) + communicationSeconds({ model, gpu, gpuCount }, tokens);
  const stepSeconds = gpuSeconds + state.kernelLaunchSeconds + state.cpuSyncSeconds;
  return { stepSeconds, gpuSeconds, flops, memoryTrafficBytes, computeSeconds, memorySeconds };
}

/** Returns the time of the ring all-reduces: a fixed latency each, plus the transfer of the message over the link. */
function communicationSeconds(machine: GpuMachine, tokens: number): number {
  const { model, gpu, gpuCount } = machine;
  if (gpuCount === 1) return 0;
  const latencySeconds = model.layerCount * allReducesPerLayer * allReduceLatencySeconds;
  return latencySeconds + computeGpuLinkBytes(machine, tokens) / gpu.linkBytesPerSecond;
}

/** Returns the bytes that each GPU sends to its neighbours in a step of `tokens`: 2(t−1)/t of every message. */
export function computeGpuLinkBytes({ model, gpuCount }: GpuMachine, tokens: number): number {
  const message = tokens * model.hiddenSize * bytesPerActivation;
  return model.layerCount * allReducesPerLayer * ((2 * (gpuCount - 1)) / gpuCount) * message;
}

/** CPU seconds to tokenize one prompt token; about 60 µs per thousand characters. */
export const tokenizeSecondsPerToken = 2.5e-6;
/** CPU seconds to detokenize one output token. */
export const detokenizeSecondsPerToken = 12e-6;
/** CPU seconds to parse a request, and again to finish its response. */
export const requestCpuSeconds = 0.0012;

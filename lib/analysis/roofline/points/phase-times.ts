/**
 * Time of one instance by kind of step, from counters: decode-only steps, steps that compute prompts, and idle time.
 *
 *     sequence steps    (generated − first tokens) / tokens that a sequence gains per step; prefill produces the first token
 *     concurrency       sequence steps / steps; without a step counter Little's L = sequence steps · gap, and given that anything
 *                       decodes L / (1 − e^−L), for random arrivals
 *
 * A pipeline of p stages runs up to p steps concurrently, each with a part of the sequences. If steps are not counted,
 * the pipeline is assumed to be full. The time of a step is the time until the next one completes, gap / concurrent
 * steps.
 *
 * Gaps count once per sequence, so long steps of large batches have more weight than they have among steps. 1 / steps
 * is the better mean if it is smaller. Both include steps that a prompt made longer. Decode-only steps take (gap −
 * prefill time per step) / (1 − share of steps with a prompt). The share is 0 if prompts run in separate steps.
 */
import type { CounterSample } from "./counter-sample";
import { prefillOccupancy, type PrefillOccupancy } from "./prefill-occupancy";
import type { PoolSetting } from "./setting";

/** How one instance divides its time between prefill and decode. */
export interface InstancePhaseTimes {
  /** Sequences that decode in a step. */
  readonly batch: number;
  /** Whether the batch was computed from counted steps or from token gaps. */
  readonly batchSource: "steps" | "gaps";
  /** Concurrent steps; above 1 only in a pipeline. */
  readonly concurrentSteps: number;
  readonly decodeStepsPerSecond: number;
  /** Time of a decode-only step. */
  readonly decodeStepSeconds: number;
  /** True if the time of a decode-only step excludes prefill; false if the prefill time is unknown. */
  readonly isPrefillSubtracted: boolean;
  /** Share of time in which any prompt is computed; 0 if unknown. */
  readonly prefillRatio: number;
  /** Share of decoding steps that also compute prompts. */
  readonly promptStepRatio: number;
  /** Share of time in decode-only steps. */
  readonly decodeRatio: number;
}

/**
 * Computes how one instance divides its time between prefill and decode; null if nothing decodes or the
 * inter-token latency is unknown.
 */
export function instancePhaseTimes(
  sample: CounterSample,
  setting: PoolSetting,
  prefill: PrefillOccupancy | null = prefillOccupancy(sample, setting),
): InstancePhaseTimes | null {
  const { itlSeconds, tokensPerSequenceStep = 1 } = sample;
  const sequenceSteps = decodedTokensPerSecond(sample) / tokensPerSequenceStep / setting.replicas;
  if (itlSeconds === undefined || !(itlSeconds > 0) || !(sequenceSteps > 0)) return null;
  const little = sequenceSteps * itlSeconds;
  const isDecoding = -Math.expm1(-little);
  const counted = countDecodeSteps(sample, setting);
  const atOnce = Math.max(1, little / isDecoding);
  const maxConcurrentSteps = Math.min(setting.parallelism.pipeline, atOnce);
  const batch = Math.max(1, counted === null ? atOnce / maxConcurrentSteps : sequenceSteps / counted);
  const concurrentSteps = Math.min(maxConcurrentSteps, Math.max(1, atOnce / batch));
  const decodeStepsPerSecond = sequenceSteps / batch;
  const inPrefill = prefill === null ? 0 : (prefill.busyRatio * isDecoding) / decodeStepsPerSecond;
  const withPrompt =
    prefill !== null && setting.usesChunkedPrefill
      ? Math.min(1, (prefill.stepsPerSecond * isDecoding) / decodeStepsPerSecond)
      : 0;
  const gap = Math.min(itlSeconds / concurrentSteps, 1 / decodeStepsPerSecond);
  // A prompt cannot shorten a step, nor take all of the time.
  const pure = (gap - inPrefill) / Math.max(1 - withPrompt, minPureDecodeRatio);
  const decodeStepSeconds = Math.min(gap, Math.max(pure, minPureDecodeRatio * gap));
  return {
    batch,
    batchSource: counted === null ? "gaps" : "steps",
    concurrentSteps,
    decodeStepsPerSecond,
    decodeStepSeconds,
    isPrefillSubtracted: prefill !== null || setting.role === "decode",
    promptStepRatio: withPrompt,
    prefillRatio: prefill?.busyRatio ?? 0,
    decodeRatio: Math.min(1, decodeStepsPerSecond * (1 - withPrompt) * decodeStepSeconds),
  };
}

/** Smallest accepted ratio of a decode-only step's time to the mean step time. */
export const minPureDecodeRatio = 0.2;

/**
 * Returns the output tokens per second from decode steps, over all instances. First tokens come from prefill
 * and are not included.
 */
export function decodedTokensPerSecond(sample: CounterSample): number {
  return Math.max(0, (sample.generatedTokensPerSecond ?? 0) - (sample.firstTokensPerSecond ?? 0));
}

/** Returns the decoding steps of one instance. If prompts run in separate steps, these are subtracted. */
function countDecodeSteps(sample: CounterSample, setting: PoolSetting): number | null {
  if (sample.stepsPerSecond === undefined || !(sample.stepsPerSecond > 0)) return null;
  const steps = sample.stepsPerSecond / setting.replicas;
  if (setting.usesChunkedPrefill || setting.role !== "both") return steps;
  const remainingSteps = steps - (sample.firstTokensPerSecond ?? 0) / setting.replicas;
  return remainingSteps > 0 ? remainingSteps : null;
}

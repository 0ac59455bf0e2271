/**
 * How one instance spends its time, from counters: in steps that only decode, in steps that compute prompts, in none.
 *
 *     sequence steps    (generated − first tokens) / tokens a sequence gains in a step; the first token comes out of prefill
 *     decoding at once  sequence steps / steps; without a step counter Little's L = sequence steps · gap, and given that anything
 *                       decodes L / (1 − e^−L), for arrivals at random
 *
 * Of a pipeline of p stages as many steps are under way at once, each of a part of who decodes; where steps are not counted it is taken
 * as full. A step's time is that until the next one comes out, gap / steps under way.
 *
 * Gaps count once for each sequence, so long steps of large batches weigh more than they do among steps; 1 / steps is the better mean
 * where it is the smaller. Both are of all steps, also those that a prompt made longer; pure steps have what is left:
 * (gap − time in prefill a step) / (1 − share of steps with a prompt); where prompts have steps of their own, the share is 0.
 */
import type { CounterSample } from "./counter-sample";
import { prefillOccupancy, type PrefillOccupancy } from "./prefill-occupancy";
import type { Setting } from "./setting";

export interface InstancePhaseTimes {
  /** Sequences that decode in a step. */
  readonly batch: number;
  readonly batchFrom: "steps" | "gaps";
  /** At a time: above 1 in a pipeline alone. */
  readonly concurrentSteps: number;
  readonly decodeStepsPerSecond: number;
  /** Of a step that only decodes. */
  readonly decodeStepSeconds: number;
  /** Whether time in prefill was taken out of it. */
  readonly isPure: boolean;
  /** Share of time in which any prompt is computed; 0 where that is not known. */
  readonly prefillRatio: number;
  /** Share of the steps that decode which also compute prompts. */
  readonly promptStepRatio: number;
  /** Share of time in steps that only decode. */
  readonly decodeRatio: number;
}

/** Of one instance. Null where nothing decodes or no gap is known. `prefill` where it was worked out already. */
export function instancePhaseTimes(
  sample: CounterSample,
  setting: Setting,
  prefill: PrefillOccupancy | null = prefillOccupancy(sample, setting),
): InstancePhaseTimes | null {
  const { itlSeconds, tokensPerSequenceStep = 1 } = sample;
  const sequenceSteps = decodedPerSecond(sample) / tokensPerSequenceStep / setting.replicas;
  if (itlSeconds === undefined || !(itlSeconds > 0) || !(sequenceSteps > 0)) return null;
  const little = sequenceSteps * itlSeconds;
  const isDecoding = -Math.expm1(-little);
  const counted = countDecodeSteps(sample, setting);
  const atOnce = Math.max(1, little / isDecoding);
  const maxConcurrentSteps = Math.min(setting.parallel.pipeline, atOnce);
  const batch = Math.max(1, counted === null ? atOnce / maxConcurrentSteps : sequenceSteps / counted);
  const concurrentSteps = Math.min(maxConcurrentSteps, Math.max(1, atOnce / batch));
  const decodeStepsPerSecond = sequenceSteps / batch;
  const inPrefill = prefill === null ? 0 : (prefill.busyRatio * isDecoding) / decodeStepsPerSecond;
  const withPrompt =
    prefill !== null && setting.isChunked
      ? Math.min(1, (prefill.stepsPerSecond * isDecoding) / decodeStepsPerSecond)
      : 0;
  const gap = Math.min(itlSeconds / concurrentSteps, 1 / decodeStepsPerSecond);
  // A prompt cannot have made a step shorter, nor taken all of the time there was.
  const pure = (gap - inPrefill) / Math.max(1 - withPrompt, minPureRatio);
  const decodeStepSeconds = Math.min(gap, Math.max(pure, minPureRatio * gap));
  return {
    batch,
    batchFrom: counted === null ? "gaps" : "steps",
    concurrentSteps,
    decodeStepsPerSecond,
    decodeStepSeconds,
    isPure: prefill !== null || setting.role === "decode",
    promptStepRatio: withPrompt,
    prefillRatio: prefill?.busyRatio ?? 0,
    decodeRatio: Math.min(1, decodeStepsPerSecond * (1 - withPrompt) * decodeStepSeconds),
  };
}

/** Of the mean step, what one that only decodes takes at least. */
export const minPureRatio = 0.2;

/** Tokens a second that came out of decode steps, of all instances. */
export function decodedPerSecond(sample: CounterSample): number {
  return Math.max(0, (sample.generatedTokensPerSecond ?? 0) - (sample.firstTokensPerSecond ?? 0));
}

/** Steps of one instance that decode; where prompts have their own steps, the rest of them. */
function countDecodeSteps(sample: CounterSample, setting: Setting): number | null {
  if (sample.stepsPerSecond === undefined || !(sample.stepsPerSecond > 0)) return null;
  const steps = sample.stepsPerSecond / setting.replicas;
  if (setting.isChunked || setting.role !== "both") return steps;
  const remainingSteps = steps - (sample.firstTokensPerSecond ?? 0) / setting.replicas;
  return remainingSteps > 0 ? remainingSteps : null;
}

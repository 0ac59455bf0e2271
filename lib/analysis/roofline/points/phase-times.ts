/**
 * How one instance spends its time, from counters: in steps that only decode, in steps that compute prompts, in none.
 *
 *     sequence steps    (generated − first tokens) / tokens a sequence gains in a step; the first token comes out of prefill
 *     decoding at once  sequence steps / steps; without a step counter Little's L = sequence steps · gap, and given that anything
 *                       decodes L / (1 − e^−L), for arrivals at random
 *     in prefill        requests in prefill N = first tokens · prefill time; time with any of them 1 − e^−N
 *     steps with one    chunks a step μ; steps with any 1 − e^−μ
 *
 * Gaps count once for each sequence, so long steps of large batches weigh more than they do among steps; with a step counter the time
 * between steps in which something decodes is the better mean, (1 − e^−L) / steps, where it is the smaller.
 * The mean gap between outputs is that of all steps, also those that a prompt made longer; the gap of pure steps is what is left:
 * (gap − time in prefill a step) / (1 − share of steps with a prompt); where prompts have steps of their own, the share is 0.
 */
import type { CounterReading } from "./counter-reading";
import type { Setting } from "./setting";

export interface PhaseTimes {
  /** Sequences that decode in a step. */
  readonly batch: number;
  readonly batchFrom: "steps" | "gaps";
  readonly decodeStepsPerSecond: number;
  /** Of a step that only decodes. */
  readonly decodeStepSeconds: number;
  /** Whether time in prefill was taken out of it. */
  readonly isPure: boolean;
  /** Share of time in steps that only decode. */
  readonly decodeRatio: number;
}

/** Of one instance. Null where nothing decodes or no gap is known. */
export function phaseTimes(reading: CounterReading, setting: Setting): PhaseTimes | null {
  const { itlSeconds, tokensPerSequenceStep = 1 } = reading;
  const sequenceSteps = decodedPerSecond(reading) / tokensPerSequenceStep / setting.replicas;
  if (itlSeconds === undefined || !(itlSeconds > 0) || !(sequenceSteps > 0)) return null;
  const little = sequenceSteps * itlSeconds;
  const isDecoding = -Math.expm1(-little);
  const counted = decodeSteps(reading, setting);
  const batch = Math.max(1, counted === null ? little / isDecoding : sequenceSteps / counted);
  const decodeStepsPerSecond = sequenceSteps / batch;
  const prefill = prefillOccupancy(reading, setting);
  const [inPrefill, withPrompt] =
    prefill === null
      ? [0, 0]
      : [
          (prefill.busyRatio * isDecoding) / decodeStepsPerSecond,
          setting.isChunked ? Math.min(0.95, prefill.stepRatio(decodeStepsPerSecond)) : 0,
        ];
  const gap = Math.min(itlSeconds, isDecoding / decodeStepsPerSecond);
  // A prompt cannot have made a step shorter, nor taken all of the time there was.
  const pure = (gap - inPrefill) / (1 - withPrompt);
  const decodeStepSeconds = Math.min(gap, Math.max(pure, leastPure * gap));
  return {
    batch,
    batchFrom: counted === null ? "gaps" : "steps",
    decodeStepsPerSecond,
    decodeStepSeconds,
    isPure: prefill !== null || setting.role === "decode",
    decodeRatio: Math.min(1, decodeStepsPerSecond * (1 - withPrompt) * decodeStepSeconds),
  };
}

const leastPure = 0.2;

/** Tokens a second that came out of decode steps, of all instances. */
export function decodedPerSecond(reading: CounterReading): number {
  return Math.max(0, (reading.generatedTokensPerSecond ?? 0) - (reading.firstTokensPerSecond ?? 0));
}

/** Prompt tokens a second that were computed, of all instances. */
export function computedPromptTokens(reading: CounterReading): number {
  return Math.max(0, (reading.promptTokensPerSecond ?? 0) - (reading.cachedPromptTokensPerSecond ?? 0));
}

/** Steps of one instance that decode; where prompts have their own steps, the rest of them. */
function decodeSteps(reading: CounterReading, setting: Setting): number | null {
  if (reading.stepsPerSecond === undefined || !(reading.stepsPerSecond > 0)) return null;
  const steps = reading.stepsPerSecond / setting.replicas;
  if (setting.isChunked || setting.role !== "both") return steps;
  const own = steps - (reading.firstTokensPerSecond ?? 0) / setting.replicas;
  return own > 0 ? own : null;
}

export interface PrefillOccupancy {
  /** Share of time in which a prompt is computed. */
  readonly busyRatio: number;
  /** Of prompts that are computed, how many steps each takes. */
  readonly chunks: number;
  readonly computedTokens: number;
  readonly cachedTokens: number;
  readonly promptsPerSecond: number;
  /** Share of so many steps a second that compute a prompt. */
  readonly stepRatio: (stepsPerSecond: number) => number;
}

/** Of one instance. Null where prompts or their time are not counted, or none came. */
export function prefillOccupancy(reading: CounterReading, setting: Setting): PrefillOccupancy | null {
  const { firstTokensPerSecond = 0, prefillSeconds, cachedPromptTokensPerSecond = 0 } = reading;
  if (prefillSeconds === undefined || !(firstTokensPerSecond > 0)) return null;
  const promptsPerSecond = firstTokensPerSecond / setting.replicas;
  const computedTokens = Math.max(1, computedPromptTokens(reading) / firstTokensPerSecond);
  const budget = setting.isChunked ? (reading.stepTokenBudget ?? Infinity) : Infinity;
  const chunks = Math.max(1, Math.ceil(computedTokens / budget));
  return {
    busyRatio: -Math.expm1(-promptsPerSecond * prefillSeconds),
    chunks,
    computedTokens,
    cachedTokens: cachedPromptTokensPerSecond / firstTokensPerSecond,
    promptsPerSecond,
    stepRatio: (stepsPerSecond) => -Math.expm1((-promptsPerSecond * chunks) / stepsPerSecond),
  };
}

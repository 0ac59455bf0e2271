/**
 * Share of time in which one instance computes prompts, from their rate and mean time. With x = prompts per second ·
 * prefill time, the mean number of concurrent prompts, the share of time with any prompt is
 *
 *     x                       if one prompt fills a step: they run in sequence
 *     x / (x + e^−x)          if all prompts that arrived during a step share the next one at no extra time (few tokens, bound by
 *                             reading the weights)
 *     (√(1 + 4x²) − 1) / 2x   if step time grows with the number of prompts (many tokens, compute-bound): x = ρ / (1 − ρ²)
 *
 * The second formula follows from random arrivals; the third fits simulated queues within 2 %. The result is
 * interpolated between them by the prompt's tokens relative to the compute-bound threshold, and towards the first by
 * 1 / c², where c prompts fit into a step.
 *
 * Arrivals that are not random differ. A client that sends each prompt after the previous one never has two in a step,
 * so the share is min(1, x). At x = 1 this is 1.62 times the third formula, and rates while busy are lower by this factor.
 * The counters do not show which is the case, so `serialBusyRatio` bounds the rates from below.
 */
import { findDensePeak } from "@/lib/analysis/roofline/bounds/roof";
import { bytesPerWeight } from "@/lib/model/roofline/precision";
import type { CounterSample } from "./counter-sample";
import type { PoolSetting } from "./setting";

/** Fraction of time, steps and tokens that one instance spends on prompts. */
export interface PrefillOccupancy {
  /** Share of time in which a prompt is computed. */
  readonly busyRatio: number;
  /** Share of time in which a prompt is computed if no two prompts overlap. At least `busyRatio`. */
  readonly serialBusyRatio: number;
  /** Number of steps that compute one prompt. */
  readonly chunksPerPrompt: number;
  /** Prompt tokens computed for one prompt, without cached tokens. */
  readonly computedTokensPerPrompt: number;
  readonly cachedTokensPerPrompt: number;
  readonly promptsPerSecond: number;
  /** Steps per second that compute prompts: time in prefill over the time of such a step, prefill time / chunks. */
  readonly stepsPerSecond: number;
}

/** Returns the computed prompt tokens per second of all instances. */
function computedPromptTokens(sample: CounterSample): number {
  return Math.max(0, (sample.promptTokensPerSecond ?? 0) - (sample.cachedPromptTokensPerSecond ?? 0));
}

/**
 * Computes how much of one instance's time prefill takes; null if prompts or their time are not counted, or
 * none arrived.
 */
export function prefillOccupancy(sample: CounterSample, setting: PoolSetting): PrefillOccupancy | null {
  const { firstTokensPerSecond = 0, prefillSeconds, cachedPromptTokensPerSecond = 0 } = sample;
  if (prefillSeconds === undefined || !(prefillSeconds > 0) || !(firstTokensPerSecond > 0)) return null;
  const promptsPerSecond = firstTokensPerSecond / setting.replicas;
  const computedTokens = Math.max(1, computedPromptTokens(sample) / firstTokensPerSecond);
  const budget = sample.stepTokenBudget ?? Infinity;
  const chunks = setting.usesChunkedPrefill ? Math.max(1, Math.ceil(computedTokens / budget)) : 1;
  const concurrentPrompts = promptsPerSecond * prefillSeconds;
  const busyRatio = prefillTimeRatio(concurrentPrompts, {
    maxPrompts: Math.max(1, budget / computedTokens),
    computeRatio: computedTokens / (computedTokens + computeBoundRows(setting)),
  });
  return {
    busyRatio,
    serialBusyRatio: Math.max(busyRatio, Math.min(1, concurrentPrompts)),
    chunksPerPrompt: chunks,
    computedTokensPerPrompt: computedTokens,
    cachedTokensPerPrompt: cachedPromptTokensPerSecond / firstTokensPerSecond,
    promptsPerSecond,
    stepsPerSecond: (busyRatio * chunks) / prefillSeconds,
  };
}

/** Returns the number of tokens from which products of large matrices are compute-bound, R·b/2. */
function computeBoundRows({ accelerator, servedModel }: PoolSetting): number {
  const peak = findDensePeak(accelerator, servedModel.formats.compute)?.flopsPerSecond ?? 0;
  const ridge = peak / accelerator.bandwidthBytesPerSecond;
  return (ridge * bytesPerWeight[servedModel.formats.linear]) / 2;
}

/**
 * Returns the fraction of time in which at least one prompt is computed. `concurrentPrompts` is the mean number of
 * prompts in prefill. `maxPrompts` is the maximum number of prompts in one step. `computeRatio` is the fraction of the
 * step time that is proportional to the number of prompts.
 */
export function prefillTimeRatio(
  concurrentPrompts: number,
  { maxPrompts, computeRatio }: { readonly maxPrompts: number; readonly computeRatio: number },
): number {
  const atNoCost = concurrentPrompts / (concurrentPrompts + Math.exp(-concurrentPrompts));
  const atFullCost = (Math.sqrt(1 + 4 * concurrentPrompts ** 2) - 1) / (2 * concurrentPrompts);
  const shared = atNoCost + computeRatio * (atFullCost - atNoCost);
  return shared + (Math.min(1, concurrentPrompts) - shared) / maxPrompts ** 2;
}

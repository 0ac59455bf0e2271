/**
 * How much of its time one instance computes prompts, from their rate and the mean time that one takes. With x = prompts a second ·
 * prefill time, which is how many are computed at once on average, the share of time with any of them is
 *
 *     x                       where one fills a step: they take turns
 *     x / (x + e^−x)          where all that came during a step share the next, which takes no longer for it (few tokens, bound by
 *                             the reading of weights)
 *     (√(1 + 4x²) − 1) / 2x   where it takes as much longer as there are more (many tokens, bound by arithmetic): x = ρ / (1 − ρ²)
 *
 * The second follows from arrivals at random, the third fits simulated queues within 2 %. Between them by how a prompt's tokens compare
 * with those from which products are compute-bound; towards the first by 1 / c², c prompts fitting into a step.
 */
import { peakOf } from "@/lib/analysis/roofline/bounds/roof";
import { weightFormats } from "@/lib/model/precision";
import type { CounterSample } from "./counter-sample";
import type { Setting } from "./setting";

/** Of one instance. */
export interface PrefillOccupancy {
  /** Share of time in which a prompt is computed. */
  readonly busyRatio: number;
  /** Of prompts that are computed, how many steps each takes. */
  readonly chunks: number;
  readonly computedTokens: number;
  readonly cachedTokens: number;
  readonly promptsPerSecond: number;
  /** That compute prompts: time in prefill over the time of such a step, prefill time / chunks. */
  readonly stepsPerSecond: number;
}

/** Prompt tokens a second that were computed, of all instances. */
export function computedPromptTokens(sample: CounterSample): number {
  return Math.max(0, (sample.promptTokensPerSecond ?? 0) - (sample.cachedPromptTokensPerSecond ?? 0));
}

/** Null where prompts or their time are not counted, or none came. */
export function prefillOccupancy(sample: CounterSample, setting: Setting): PrefillOccupancy | null {
  const { firstTokensPerSecond = 0, prefillSeconds, cachedPromptTokensPerSecond = 0 } = sample;
  if (prefillSeconds === undefined || !(prefillSeconds > 0) || !(firstTokensPerSecond > 0)) return null;
  const promptsPerSecond = firstTokensPerSecond / setting.replicas;
  const computedTokens = Math.max(1, computedPromptTokens(sample) / firstTokensPerSecond);
  const budget = sample.stepTokenBudget ?? Infinity;
  const chunks = setting.isChunked ? Math.max(1, Math.ceil(computedTokens / budget)) : 1;
  const busyRatio = sharedTime(promptsPerSecond * prefillSeconds, {
    maxPrompts: Math.max(1, budget / computedTokens),
    computeRatio: computedTokens / (computedTokens + computeBoundRows(setting)),
  });
  return {
    busyRatio,
    chunks,
    computedTokens,
    cachedTokens: cachedPromptTokensPerSecond / firstTokensPerSecond,
    promptsPerSecond,
    stepsPerSecond: (busyRatio * chunks) / prefillSeconds,
  };
}

/** Tokens from which products of large matrices are compute-bound, R·b/2. */
function computeBoundRows({ accelerator, served }: Setting): number {
  const peak = peakOf(accelerator, served.plan.compute)?.flopsPerSecond ?? 0;
  const ridge = peak / accelerator.bandwidthBytesPerSecond;
  return (ridge * weightFormats[served.plan.linear]) / 2;
}

/**
 * Share of time in which any prompt is computed, if `atOnce` are on average, `most` fit into a step, and the part `computeRatio` of a
 * step's time grows with their number.
 */
export function sharedTime(
  atOnce: number,
  { maxPrompts, computeRatio }: { readonly maxPrompts: number; readonly computeRatio: number },
): number {
  const atNoCost = atOnce / (atOnce + Math.exp(-atOnce));
  const atFullCost = (Math.sqrt(1 + 4 * atOnce ** 2) - 1) / (2 * atOnce);
  const shared = atNoCost + computeRatio * (atFullCost - atNoCost);
  return shared + (Math.min(1, atOnce) - shared) / maxPrompts ** 2;
}

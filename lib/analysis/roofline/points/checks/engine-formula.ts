/**
 * Formula by which an engine estimates its FLOPs and bytes, and how far it exceeds the work of the model. vLLM counts
 * the output head (LM head) for every prompt token until pull request 33045, merged in the last week of January 2026. It
 * ignores sliding windows until pull request 55624, opened in September 2026. The first release with the second change
 * is not verified, and neither is whether 0.15 has the first one.
 */
import { countAccelerators } from "@/lib/analysis/roofline/points/setting";
import type { PoolEstimates } from "@/lib/analysis/roofline/points/pool-estimates";
import { prefillOccupancy } from "@/lib/analysis/roofline/points/prefill-occupancy";
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { activationBytes, bytesPerKvElement } from "@/lib/model/roofline/precision";

/** Properties of the formula by which an engine estimates its work. A property is null if it is unknown for this version. */
export interface EngineFormula {
  /** Engine and version, such as "vLLM 0.14.1". Null if the version is unknown. */
  readonly title: string | null;
  /** True if it counts the output head for every prompt token, although only the last one of a prompt needs it. */
  readonly countsHeadForPrompts: boolean | null;
  /** True if it counts full attention in layers with a sliding window. */
  readonly ignoresWindows: boolean | null;
}

/** Formula of an engine whose version is unknown, or whose formula was not inspected. */
export const unknownFormula: EngineFormula = {
  title: null,
  countsHeadForPrompts: null,
  ignoresWindows: null,
};

/** Newest minor version 0.x of vLLM that is known to count the head of every prompt token. */
const lastWithHead = 14;
/** Oldest minor version 0.x of vLLM that is known to count the head of sampled tokens only. */
const firstWithoutHead = 16;
/** Newest minor version 0.x of vLLM that is known to ignore windows: 0.17 was released before the change. */
const lastWithoutWindows = 17;

/** Returns the formula of an engine by its version. Only the formulas of vLLM are known. */
export function findEngineFormula(
  engine: { readonly id: string; readonly title: string },
  version: string | null,
): EngineFormula {
  const minor = /^v?0\.(\d+)(?:\.|$)/.exec(version ?? "")?.[1];
  if (engine.id !== "vllm" || version === null || minor === undefined) return unknownFormula;
  const number = Number(minor);
  return {
    title: `${engine.title} ${version.replace(/^v/, "")}`,
    countsHeadForPrompts: number <= lastWithHead ? true : number >= firstWithoutHead ? false : null,
    ignoresWindows: number <= lastWithoutWindows ? true : null,
  };
}

/** Factors by which the estimate of an engine may exceed the work of the model. Both ends are equal for a known formula. */
export interface FormulaFactor {
  readonly min: number;
  readonly max: number;
}

/** Factors for FLOPs and bytes. */
export interface FormulaFactors {
  readonly flops: FormulaFactor;
  readonly bytes: FormulaFactor;
}

interface Excess {
  readonly flops: number;
  readonly bytes: number;
}

const none: Excess = { flops: 0, bytes: 0 };

/** Returns the factors by which the formula exceeds the work that the counters give, over all phases. */
export function computeFormulaFactors(
  estimates: PoolEstimates,
  counters: CounterSample,
  formula: EngineFormula,
): FormulaFactors {
  const total = (of: (rate: Excess) => number): number =>
    estimates.availablePhases.reduce(
      (sum, { average }) => sum + of({ flops: average.flopsPerSecond, bytes: average.bytesPerSecond }),
      0,
    );
  const parts = [
    [formula.countsHeadForPrompts, headExcess(estimates, counters)],
    [formula.ignoresWindows, windowExcess(estimates, counters)],
  ] as const;
  const factor = (of: (rate: Excess) => number): FormulaFactor => {
    const work = total(of);
    if (!(work > 0)) return { min: 1, max: 1 };
    const sumOf = (isIncluded: (counts: boolean | null) => boolean): number =>
      parts.reduce((sum, [counts, excess]) => sum + (isIncluded(counts) ? of(excess) : 0), 0);
    return {
      min: 1 + sumOf((counts) => counts === true) / work,
      max: 1 + sumOf((counts) => counts !== false) / work,
    };
  };
  return { flops: factor(({ flops }) => flops), bytes: factor(({ bytes }) => bytes) };
}

/** Returns the rate of the output head for prompt tokens that need no logits, on one accelerator. */
function headExcess({ setting }: PoolEstimates, counters: CounterSample): Excess {
  const { hidden, vocabulary } = setting.servedModel.shape;
  const { promptTokensPerSecond = 0, cachedPromptTokensPerSecond = 0, firstTokensPerSecond = 0 } = counters;
  const tokens = Math.max(0, promptTokensPerSecond - cachedPromptTokensPerSecond - firstTokensPerSecond);
  const perAccelerator = tokens / countAccelerators(setting);
  return {
    flops: perAccelerator * 2 * hidden * vocabulary,
    bytes: perAccelerator * activationBytes * (hidden + vocabulary),
  };
}

/** Returns the rate of attention to tokens outside the sliding window, on one accelerator. */
function windowExcess({ setting, decode }: PoolEstimates, counters: CounterSample): Excess {
  const { attention, window } = setting.servedModel.shape;
  if (window === undefined || attention.kind !== "grouped") return none;
  const accelerators = countAccelerators(setting);
  const context = decode.kind === "available" ? (decode.meanStep.meanContext?.tokens ?? 0) : 0;
  const outside = Math.max(0, context - window.tokens);
  const decoded = Math.max(
    0,
    (counters.generatedTokensPerSecond ?? 0) - (counters.firstTokensPerSecond ?? 0),
  );
  const pairs = decoded * outside + promptPairsOutside(setting, counters, window.tokens);
  const kvBytes =
    2 * attention.kvHeads * attention.headDim * bytesPerKvElement[setting.servedModel.formats.kv];
  return {
    flops: (pairs * 4 * attention.heads * attention.headDim * window.layers) / accelerators,
    bytes: (decoded * outside * kvBytes * window.layers) / accelerators,
  };
}

/** Returns the (query, key) pairs per second of prompts outside the window, as the engine counts each chunk. */
function promptPairsOutside(
  setting: PoolEstimates["setting"],
  counters: CounterSample,
  window: number,
): number {
  const prompts = prefillOccupancy(counters, setting);
  if (prompts === null) return 0;
  const { computedTokensPerPrompt, cachedTokensPerPrompt, chunksPerPrompt, promptsPerSecond } = prompts;
  const size = computedTokensPerPrompt / chunksPerPrompt;
  let pairs = 0;
  for (let chunk = 1; chunk <= chunksPerPrompt; chunk += 1)
    pairs += size * Math.max(0, cachedTokensPerPrompt + chunk * size - window);
  return pairs * promptsPerSecond * setting.replicas;
}

/**
 * False alarms and power of the product's comparison on pairs of windows with a known change.
 *
 * A pair is two different windows of a steady history, drawn at random from its division into windows of the compared
 * length. A slow disturbance, drawn anew for each window, multiplies the latencies of each block by exp(a · u), u a
 * first-order autoregressive series, so that block means have a given lag-1 autocorrelation. A change multiplies the
 * latencies of the second window. A false alarm is a pair without a change whose 95 % interval excludes 0.
 */
import { measureWindowSpread } from "@/lib/analysis/statistics/blocks/window-spread";
import { compareWindows, type WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { estimateBlockRatio, type RatioBlock } from "@/lib/analysis/statistics/rates/block-ratio";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";

/** A slow multiplication of the latencies, which makes neighbouring blocks dependent. */
export interface Disturbance {
  /** Lag-1 autocorrelation that the block means should have. */
  readonly autocorrelation: number;
  /** Standard deviation of the logarithm of the factor: a in exp(a · u). */
  readonly sd: number;
}

export interface PairPlan {
  readonly seed: number;
  readonly pairCount: number;
  readonly blocksPerWindow: number;
  /** Null leaves the history unchanged. */
  readonly disturbance: Disturbance | null;
  /** Relative change of the second window. */
  readonly change: number;
}

export interface PairRates {
  /** Fraction of the pairs whose 95 % interval of the change excludes 0. */
  readonly excludesZero: number;
  readonly verdicts: Readonly<Record<WindowComparison["verdict"], number>>;
}

const blockMs = 60_000;

/** Compares `pairCount` pairs. The margin is estimated from windows with the same disturbance. */
export function comparePairs(history: readonly RatioBlock[], plan: PairPlan): PairRates {
  const random = createSeededRandom(plan.seed);
  const process = disturbingProcess(history, plan.disturbance);
  const windowCount = Math.floor(history.length / plan.blocksPerWindow);
  const draw = (index: number, factor: number): readonly RatioBlock[] =>
    disturb(history.slice(index * plan.blocksPerWindow, (index + 1) * plan.blocksPerWindow), {
      random,
      process,
      factor,
    });
  const spread = spreadOfWindows(Array.from({ length: windowCount }, (_, index) => draw(index, 1)));
  const verdicts = { better: 0, worse: 0, same: 0, different: 0, "cannot-tell": 0 };
  let excluded = 0;
  for (let pair = 0; pair < plan.pairCount; pair += 1) {
    const first = Math.floor(random() * windowCount);
    const second = (first + 1 + Math.floor(random() * (windowCount - 1))) % windowCount;
    const comparison = compareWindows({
      before: estimateBlockRatio(draw(first, 1)),
      after: estimateBlockRatio(draw(second, 1 + plan.change)),
      better: "lower",
      spread,
    });
    verdicts[comparison.verdict] += 1 / plan.pairCount;
    if ((comparison.lower ?? -1) > 0 || (comparison.upper ?? 1) < 0) excluded += 1;
  }
  return { excludesZero: excluded / plan.pairCount, verdicts };
}

/** Returns the history with the disturbance. */
export function disturbHistory(
  history: readonly RatioBlock[],
  disturbance: Disturbance | null,
  seed: number,
): readonly RatioBlock[] {
  const process = disturbingProcess(history, disturbance);
  return disturb(history, { random: createSeededRandom(seed), process, factor: 1 });
}

/** Returns the mean latency of each block. */
export function blockMeans(blocks: readonly RatioBlock[]): Float64Array {
  return Float64Array.from(blocks, ({ numerator, denominator }) => numerator / denominator);
}

/** An autoregressive series u with the coefficient `phi` and variance 1, and its factor exp(sd · u). */
interface DisturbingProcess {
  readonly phi: number;
  readonly sd: number;
}

/**
 * Returns the process that gives the block means the required autocorrelation. The independent noise of the history
 * lowers the autocorrelation of the product: φ = ρ · (1 + noise variance / disturbance variance).
 */
export function disturbingProcess(
  history: readonly RatioBlock[],
  disturbance: Disturbance | null,
): DisturbingProcess | null {
  if (disturbance === null) return null;
  const { autocorrelation, sd } = disturbance;
  const means = blockMeans(history);
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const variance = means.reduce((sum, value) => sum + (value / mean - 1) ** 2, 0) / means.length;
  return { sd, phi: Math.min(0.99, autocorrelation * (1 + variance / sd ** 2)) };
}

interface DisturbOptions {
  readonly random: () => number;
  readonly process: DisturbingProcess | null;
  /** Factor of all latencies. */
  readonly factor: number;
}

function disturb(
  blocks: readonly RatioBlock[],
  { random, process, factor }: DisturbOptions,
): readonly RatioBlock[] {
  if (process === null) return blocks.map((block) => ({ ...block, numerator: block.numerator * factor }));
  const { phi, sd } = process;
  let state = randomNormal(random);
  return blocks.map(({ numerator, denominator }) => {
    state = phi * state + Math.sqrt(1 - phi * phi) * randomNormal(random);
    return { numerator: numerator * factor * Math.exp(sd * state), denominator };
  });
}

function spreadOfWindows(windows: readonly (readonly RatioBlock[])[]) {
  const windowMs = (windows[0]?.length ?? 1) * blockMs;
  const blocks = windows.flat().map((block, index) => ({
    ...block,
    startMs: index * blockMs,
    seriesCount: 1,
    coverageRatio: 1,
  }));
  return measureWindowSpread(
    { blocks, lengthMs: blockMs },
    {
      windowMs,
      estimate: (window) =>
        window.reduce((sum, { numerator }) => sum + numerator, 0) /
        window.reduce((sum, { denominator }) => sum + denominator, 0),
      hasEqualLoad: () => true,
    },
  );
}

/**
 * Variation of a number between windows of equal length and load, from which the margin of a comparison is computed
 * (`verdict/margin.ts`).
 *
 *     s = √(Σ (xᵢ − x̄)² / (k − 1)) / |x̄|        x the number in each of k windows
 *
 * Windows follow each other without overlap. The variation between windows is used, not the one between blocks: one
 * minute of 60 requests has a p95 that varies by 21 % (log-normal, σ 0.8), however long the window is. With 6 windows
 * the 95 % interval of the true deviation is 0.62 to 2.45 times s (χ² with 5 degrees of freedom), so fewer windows are
 * not used.
 *
 * The windows should differ by chance only. An earlier incident would widen the margin until no change has a verdict, so
 * windows outside the robust limits (`robust-limits.ts`) are excluded. If more than a quarter of the windows is outside,
 * the signal has more than one usual level, and all windows count.
 */
import { mean, sampleStandardDeviation } from "simple-statistics";
import { robustLimits } from "@/lib/analysis/statistics/robust-limits";
import { minMarginWindows, type WindowSpread } from "@/lib/analysis/statistics/verdict/margin";

/** How blocks are grouped into windows, and which statistic of each window is compared. */
export interface WindowSpreadOptions<Block> {
  /** Length of the compared window. */
  readonly windowMs: number;
  /** Time at which one of the windows starts. If absent, a window starts at the first block. */
  readonly originMs?: number;
  /** Returns the number that is compared, for the blocks of one window; NaN or undefined without a number. */
  readonly estimate: (blocks: readonly Block[]) => number | undefined;
  /** Returns whether the load of these blocks equals the load of the compared window. */
  readonly hasEqualLoad: (blocks: readonly Block[]) => boolean;
}

interface TimedBlocks<Block> {
  readonly lengthMs: number;
  /** Usable blocks in order of time; blocks may be missing. */
  readonly blocks: readonly Block[];
}

/** Largest fraction of the windows that is excluded as outliers. */
const maxOutlierShare = 0.25;
/** Fraction of the blocks that a window must have. */
const minWindowShare = 0.75;

/**
 * Groups the blocks into windows and measures how much the statistic varies between them. Windows of
 * different load or without a value are skipped.
 */
export function measureWindowSpread<Block extends { readonly startMs: number }>(
  { blocks, lengthMs }: TimedBlocks<Block>,
  { windowMs, originMs = blocks[0]?.startMs ?? 0, estimate, hasEqualLoad }: WindowSpreadOptions<Block>,
): WindowSpread {
  const values = withoutOutliers(
    groupByWindow(blocks, { windowMs, originMs })
      .filter((window) => window.length * lengthMs >= minWindowShare * windowMs && hasEqualLoad(window))
      .map((window) => estimate(window) ?? Number.NaN)
      .filter(Number.isFinite),
  );
  const windowCount = values.length;
  if (windowCount < 2) return { windowCount, standardDeviationRatio: Number.NaN };
  const standardDeviationRatio = sampleStandardDeviation(values) / Math.abs(mean(values));
  return {
    windowCount,
    standardDeviationRatio: Number.isFinite(standardDeviationRatio) ? standardDeviationRatio : Number.NaN,
  };
}

/** Returns the values within the robust limits; all values if more than a quarter is outside. */
function withoutOutliers(values: readonly number[]): readonly number[] {
  const limits = robustLimits(values);
  if (limits.kind !== "limits") return values;
  const usual = values.filter((value) => value >= limits.lower && value <= limits.upper);
  return values.length - usual.length > maxOutlierShare * values.length ? values : usual;
}

/** Returns the blocks of each window. A window starts at `originMs`. */
function groupByWindow<Block extends { readonly startMs: number }>(
  blocks: readonly Block[],
  { windowMs, originMs }: { readonly windowMs: number; readonly originMs: number },
): readonly (readonly Block[])[] {
  return [...Map.groupBy(blocks, ({ startMs }) => Math.floor((startMs - originMs) / windowMs)).values()];
}

/**
 * Variation of a statistic between windows, and whether the windows are from the baseline or from the
 * history.
 */
export interface ChosenWindowSpread {
  readonly spread: WindowSpread;
  readonly origin: "baseline" | "history";
}

/**
 * Chooses the variation from which the margin is computed: the variation within the baseline if it has at least 6
 * windows, else the variation in the deployment's history. If both have fewer windows, returns the variation with more
 * windows, and the default margin applies.
 */
export function chooseWindowSpread(baseline: WindowSpread, history: WindowSpread): ChosenWindowSpread {
  const isEnough = ({ windowCount, standardDeviationRatio }: WindowSpread): boolean =>
    windowCount >= minMarginWindows && !Number.isNaN(standardDeviationRatio);
  const isFromBaseline =
    isEnough(baseline) || (!isEnough(history) && baseline.windowCount >= history.windowCount);
  return isFromBaseline ? { spread: baseline, origin: "baseline" } : { spread: history, origin: "history" };
}

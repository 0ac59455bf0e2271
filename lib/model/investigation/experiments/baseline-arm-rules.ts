/** Rules of arms that are stored baselines. Pure. Each error is a sentence with the next step. */
import { blockLengthsMs } from "@/lib/model/baseline/block-lengths";
import { experimentLimits, type ExperimentArm, type ExperimentArms } from "./experiment";

const minuteMs = 60_000;

/** Returns why a baseline cannot be an arm, as a sentence; null if each one can, also without a baseline. */
export function findBaselineError(arms: ExperimentArms): string | null {
  for (const arm of arms) {
    const error = findBlockError(arm);
    if (error !== null) return error;
  }
  const [{ baseline: one }, { baseline: other }] = arms;
  if (one === null || other === null || one.blockMs === other.blockMs) return null;
  const lengths = `${one.blockMs / minuteMs} min and ${other.blockMs / minuteMs} min`;
  return `The blocks of the two baselines are ${lengths} long, and only blocks of equal length can be compared. Choose baselines with equal blocks, or measure one arm in a window.`;
}

function findBlockError({ name, baseline }: ExperimentArm): string | null {
  if (baseline === null) return null;
  const { blockMs, blockCount } = baseline;
  if (blockCount < experimentLimits.minBlocks)
    return `The baseline of ${name} has ${blockCount} blocks, and an experiment needs at least ${experimentLimits.minBlocks} per arm. Choose a baseline with a longer window.`;
  return blockLengthsMs.includes(blockMs)
    ? null
    : `The blocks of the baseline of ${name} are ${blockMs / 1_000} s long, and Ridgepoint cannot measure the other arm in such blocks. Choose a baseline that Ridgepoint captured.`;
}

/**
 * Returns an error if the samples of a deployment are too far apart for the blocks of the other arm, which is a
 * baseline; null if they are not. `spacingMs` is the longest time between two samples.
 */
export function findSpacingError(arms: ExperimentArms, deployment: string, spacingMs: number): string | null {
  const blockMs = arms.find(({ baseline }) => baseline !== null)?.baseline?.blockMs;
  if (blockMs === undefined || blockMs >= 2 * spacingMs) return null;
  return unequalBlocksText(deployment, { blockMs, neededMs: 2 * spacingMs, isStarted: false });
}

interface UnequalBlocks {
  readonly blockMs: number;
  readonly neededMs: number;
  /** True if the experiment has started, so that its arms cannot change. */
  readonly isStarted: boolean;
}

/**
 * Returns the error text for a deployment that needs longer blocks than the baseline has. The text contains the next
 * step.
 */
export function unequalBlocksText(
  deployment: string,
  { blockMs, neededMs, isStarted }: UnequalBlocks,
): string {
  const needed = blockLengthsMs.find((length) => length >= neededMs) ?? neededMs;
  const advice = isStarted
    ? `Add an experiment with a baseline whose blocks are ${needed / minuteMs} min long, or with a window instead of the baseline.`
    : `Choose a baseline with blocks of ${needed / minuteMs} min, or a window instead of the baseline.`;
  return `The blocks of the baseline are ${blockMs / minuteMs} min long, but the samples of ${deployment} are so far apart that its blocks must be ${needed / minuteMs} min long. ${advice}`;
}

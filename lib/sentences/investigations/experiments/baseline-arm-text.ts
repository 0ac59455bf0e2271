/** Sentences about arms of an experiment that are stored baselines. */
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatCount } from "@/lib/format/number";
import type { ArmBaseline, ExperimentArm } from "@/lib/model/investigation/experiments/experiment";
import { experimentLimits } from "@/lib/model/investigation/experiments/experiment";
import type { TimeWindow } from "@/lib/model/time-window";

/** Returns "baseline “Before the fix”, 10:00 to 11:00, 60 blocks of 1 min, 3,600 requests". */
export function baselineArmText(
  { name, window, blockMs, blockCount, requestCount }: ArmBaseline,
  writeWindow: (window: TimeWindow) => string,
): string {
  return [
    name === null ? "baseline of a team" : `baseline “${name}”`,
    writeWindow(window),
    `${countWithNoun(blockCount, "block")} of ${formatElapsed(blockMs)}`,
    ...(requestCount === null ? [] : [countWithNoun(requestCount, "request")]),
  ].join(", ");
}

/** A measure that the baseline of an arm does not contain in enough blocks. */
export interface MissingMeasure {
  /** Name of the arm. */
  readonly arm: string;
  /** Name of the measure, written as in the middle of a sentence. */
  readonly measure: string;
  /** Blocks of the baseline with a value. */
  readonly blockCount: number;
  /** Why the engine does not report the measure, as a sentence; null if it is not known. */
  readonly detail: string | null;
}

/** Returns why a measure cannot be compared with a baseline, and what to do. */
export function missingMeasureText({ arm, measure, blockCount, detail }: MissingMeasure): string {
  const reason =
    blockCount === 0
      ? `the baseline of ${arm} does not contain ${measure}.${detail === null ? "" : ` ${detail}`}`
      : `the baseline of ${arm} has ${countWithNoun(blockCount, "block")} with ${measure}, and the first interim analysis needs ${experimentLimits.minBlocks}.`;
  return `${reason} Add an experiment that uses another baseline or compares another metric.`;
}

/** Facts about a baseline that limit the result. */
export interface BaselineNotes {
  readonly arm: Pick<ExperimentArm, "name">;
  /** Concerns about the window that were stored with the baseline, as sentences. */
  readonly concerns: readonly string[];
}

/** Returns facts that limit the result of an experiment with a baseline, as sentences. */
export function baselineNotes({ arm: { name }, concerns }: BaselineNotes): readonly string[] {
  return [
    `${name} is a baseline, so the arms are not interleaved. Unrecorded changes between its window and the other arm are part of the difference.`,
    ...concerns.map((concern) => `Concern about the baseline of ${name}: ${concern}`),
  ];
}

/** Returns a note that a baseline has fewer blocks than are planned. Empty if it has enough. */
export function fewerBlocksNotes(plannedBlocks: number, usedBlocks: number): readonly string[] {
  if (usedBlocks >= plannedBlocks) return [];
  return [
    `${countWithNoun(plannedBlocks, "block")} per arm are planned, but the baseline has only ${formatCount(usedBlocks)} with the primary measure. The experiment therefore ends at ${countWithNoun(usedBlocks, "block")} per arm.`,
  ];
}

/** Returns a note that only the first blocks of a longer baseline are compared. Empty if all blocks are compared. */
export function partialBaselineNotes(
  { name, baseline }: Pick<ExperimentArm, "name" | "baseline">,
  plannedBlocks: number,
): readonly string[] {
  if (baseline === null || plannedBlocks >= baseline.blockCount) return [];
  const { blockMs, blockCount } = baseline;
  return [
    `Only the first ${formatCount(plannedBlocks)} blocks with a value are compared, about the first ${formatElapsed(plannedBlocks * blockMs)} of the baseline of ${name} (${countWithNoun(blockCount, "block")}). Environment changes in the rest of the baseline still count.`,
  ];
}

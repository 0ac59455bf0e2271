/** Texts about the frames of a flame graph. */
import type { FlameFrame, FlameGraph } from "@/lib/analysis/profiles/flame-graph";
import type { FlameMatches } from "@/lib/analysis/profiles/flame-search";
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatWithUnit } from "@/lib/format/number";

/** Formats a share of all samples in percent. */
export function formatShare(count: number, totalCount: number): string {
  return formatWithUnit(totalCount === 0 ? 0 : count / totalCount, "ratio", "%");
}

/**
 * Returns the name of a frame, its samples with their share, and its samples without those of its children.
 */
export function describeFrame({ frames }: FlameGraph, { name, totalCount, selfCount }: FlameFrame): string {
  const allCount = frames[0]?.totalCount ?? 0;
  const samples = countWithNoun(totalCount, "sample");
  const self = `self ${formatCount(selfCount)}`;
  return `${escapeHiddenCharacters(name)}: ${samples}, ${formatShare(totalCount, allCount)}, ${self}`;
}

/** Returns how many frames match, and their share of all samples. */
export function describeMatches({ frames }: FlameGraph, { matchCount, sampleCount }: FlameMatches): string {
  if (matchCount === 0) return "No frame matches.";
  const share = formatShare(sampleCount, frames[0]?.totalCount ?? 0);
  return `${countWithNoun(matchCount, "frame")}, ${share} of the samples.`;
}

/** Returns the number of samples and stacks, and how many lines are not drawn or only partly drawn. */
export function describeGraph({
  frames,
  lineCount,
  malformedLineCount,
  shortenedLineCount,
}: FlameGraph): string {
  const samples = countWithNoun(frames[0]?.totalCount ?? 0, "sample");
  const parts = [
    `${samples} in ${countWithNoun(lineCount - malformedLineCount, "stack")}.`,
    malformedLineCount === 0
      ? ""
      : `${countWithNoun(malformedLineCount, "line is", "lines are")} malformed and not included.`,
    shortenedLineCount === 0
      ? ""
      : `${countWithNoun(shortenedLineCount, "stack exceeds", "stacks exceed")} the maximum depth or number of frames. The innermost frames are merged with their caller.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

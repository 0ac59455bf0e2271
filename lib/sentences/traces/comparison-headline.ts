/** States the headline of a comparison, or the reason why there is no result. */
import { titleInSentence } from "@/lib/format/sentence";
import type { GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import { formatNanoseconds } from "@/lib/format/time";
import type { ComparedGroup } from "@/lib/model/traces/compared-group";
import type { Sentence } from "@/lib/model/sentence";
import { countWithNoun } from "@/lib/format/agreement";
import {
  comparisonSentence,
  meansSentence,
  minComparedRequests,
  remainderSentence,
} from "./comparison-sentence";
import { textPart } from "./sentence-parts";
import type { SideTexts, ComparedGroups } from "./side-names";

interface RequestCounts {
  readonly a: number;
  readonly b: number;
}

interface HeadlineInput {
  readonly comparison: GroupComparison | null;
  /** Requests read on each side before the split into slow requests and the rest. */
  readonly read: RequestCounts;
  /** Requests of each side after the split. */
  readonly split: RequestCounts;
  /** Threshold of slow requests. Null when no side is split, or too few requests report the time. */
  readonly thresholdNs: number | null;
}

/** Warning that request times are compared instead of times to first token. */
export const missingFirstTokenWarning =
  "In one of the two groups, no request reports its first token. The time of the full request is compared instead.";

/** Returns the headline of a comparison of two groups of requests, or why they cannot be compared. */
export function comparisonHeadline(
  { a, b }: ComparedGroups,
  names: SideTexts,
  { comparison, ...counts }: HeadlineInput,
): Sentence {
  if (comparison === null) return nothingToCompare({ a, b }, names, counts);
  const tooFew = findSmallGroup({ a, b }, names, comparison);
  if (tooFew !== undefined)
    return [
      textPart("Not enough data: ", true),
      textPart(
        `${countWithNoun(tooFew.n, "request was", "requests were")} read for the group “${tooFew.name}”, and each group needs at least ${minComparedRequests}.`,
      ),
    ];
  return comparisonSentence(comparison, {
    ...names,
    ...(a.group.kind === "trace" ? { isSingleTrace: true } : {}),
  });
}

/**
 * Returns the sentences after the headline of a comparison: the means, the second phase and the remaining difference. If
 * a group has too few requests, the headline names no phase, and only the means are returned. Returns null without a
 * comparison, or if the groups do not differ.
 */
export function comparisonDetail(
  sides: ComparedGroups,
  names: SideTexts,
  comparison: GroupComparison | null,
): Sentence | null {
  if (comparison === null) return null;
  return findSmallGroup(sides, names, comparison) === undefined
    ? remainderSentence(comparison)
    : meansSentence(comparison);
}

/** Returns the first group with too few requests for a comparison. A single chosen trace is enough. */
function findSmallGroup(
  { a, b }: ComparedGroups,
  names: SideTexts,
  { requestCountA, requestCountB }: GroupComparison,
): { readonly name: string; readonly n: number } | undefined {
  return [
    { name: names.a, n: requestCountA, isOne: a.group.kind === "trace" },
    { name: names.b, n: requestCountB, isOne: b.group.kind === "trace" },
  ].find(({ n, isOne }) => !isOne && n < minComparedRequests);
}

function nothingToCompare(
  { a, b }: ComparedGroups,
  names: SideTexts,
  { read, split, thresholdNs }: Omit<HeadlineInput, "comparison">,
): Sentence {
  const isEmptyA = split.a === 0 || read.a === 0;
  const [{ group }, name, n] = isEmptyA ? [a, names.a, read.a] : [b, names.b, read.b];
  return [
    textPart("There is nothing to compare: ", true),
    textPart(emptyReason(group.kind, { name: titleInSentence(name), n, thresholdNs })),
  ];
}

function emptyReason(
  kind: ComparedGroup["kind"],
  {
    name,
    n,
    thresholdNs,
  }: { readonly name: string; readonly n: number; readonly thresholdNs: number | null },
): string {
  const requests = countWithNoun(n, "request");
  if (n === 0) return `no traces were found for ${name}. Choose another window, or check the sampling.`;
  if (kind !== "slow" && kind !== "rest")
    return `none of ${requests} reports its first token. Compare the time of the full request instead.`;
  if (thresholdNs === null) return `${requests} report the compared time, too few for the chosen quantile.`;
  const side = kind === "slow" ? "longer than" : "at most";
  return `none of ${requests} takes ${side} ${formatNanoseconds(thresholdNs)}.`;
}

/** Sentences about the difference between two groups of requests: the leading phase, and the remainder. */
import { titleInSentence } from "@/lib/format/sentence";
import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import { requestCountPart, textPart, durationPart, sharePart } from "@/lib/sentences/traces/sentence-parts";
import { phaseText } from "@/lib/sentences/traces/trace-sentence";
import type { Sentence } from "@/lib/model/sentence";
import type { GroupComparison, PhaseDifference } from "@/lib/analysis/traces/comparison/compare-groups";

/** Names of two compared groups of requests, as they start a sentence. */
export interface GroupNames {
  readonly a: string;
  readonly b: string;
  /** True if `a` names a single request; absent otherwise. */
  readonly isSingleTrace?: boolean;
}

/** Minimum number of requests in each group for a reliable comparison. */
export const minComparedRequests = 10;

/**
 * If the share of one phase in the total difference is above this value, the sentence states "more than the" total
 * difference. This happens if other phases take less time.
 */
const moreThanAll = 1.01;

/**
 * Returns how much longer one group of requests takes, and in which phase. `names` start a sentence: "Slow
 * requests", "The rest".
 */
export function comparisonSentence(comparison: GroupComparison, names: GroupNames): Sentence {
  const { total, phases, comparedTime: time } = comparison;
  const { a, b } = names;
  const verbs = names.isSingleTrace === true ? singular : plural;
  const verb = time === "request" ? verbs.take : verbs.reach;
  const longestNs = Math.max(total.a, total.b);
  const means = [
    durationPart(total.a, longestNs),
    textPart(" compared with "),
    durationPart(total.b, longestNs),
  ];
  if (total.interval !== null && !isSignificant(total))
    return [
      textPart(`${a} and ${titleInSentence(b)} do not differ significantly: `, true),
      textPart(time === "request" ? "they take " : "they reach their first token in "),
      ...means,
      textPart("."),
    ];
  const leadingPhase = leadingDifference(phases, total.difference);
  if (leadingPhase === null || leadingPhase.differenceShare === null)
    return [textPart(`${a} ${verb} `, true), ...means, textPart(".")];
  const longer = total.difference > 0;
  return [
    textPart(`${a} ${verbs.spend} `, true),
    durationPart(Math.abs(leadingPhase.difference), longestNs),
    textPart(
      ` ${longer ? "more" : "less"} ${phaseText[leadingPhase.phase]} than ${titleInSentence(b)}: `,
      true,
    ),
    ...(leadingPhase.differenceShare > moreThanAll
      ? [textPart("more than the ")]
      : [sharePart(leadingPhase.differenceShare), textPart(" of the ")]),
    durationPart(Math.abs(total.difference), longestNs),
    textPart(time === "request" ? " total difference." : " difference in time to first token."),
    ...singleRequestCaveat(comparison),
  ];
}

/** Adds that a difference between single requests may be typical. */
function singleRequestCaveat({
  requestCountA: requestsA,
  requestCountB: requestsB,
}: GroupComparison): Sentence {
  if (requestsA === 1 && requestsB === 1)
    return [textPart(" Two requests cannot show whether this is typical.")];
  return requestsA === 1 || requestsB === 1
    ? [textPart(" One request cannot show whether this is typical.")]
    : [];
}

const plural = {
  take: "take",
  reach: "reach their first token in",
  spend: "spend",
} as const;
const singular = {
  take: "takes",
  reach: "reaches its first token in",
  spend: "spends",
} as const;

/** Minimum share of the difference for the second phase to be mentioned. */
const minMentionedShare = 0.02;

/**
 * Returns the mean times of both groups, the effect of the second largest phase, and the remaining
 * difference. Null when the total difference is not significant.
 */
export function remainderSentence(comparison: GroupComparison): Sentence | null {
  const { total, phases } = comparison;
  if (total.difference === 0 || (total.interval !== null && !isSignificant(total))) return null;
  const first = leadingDifference(phases, total.difference);
  if (first === null) return null;
  const significant = phases.filter((one) => one !== first && (one.interval === null || isSignificant(one)));
  const second = leadingDifference(significant, total.difference);
  const mentioned =
    second?.differenceShare !== null && (second?.differenceShare ?? 0) >= minMentionedShare ? second : null;
  const longestNs = Math.max(total.a, total.b);
  const remainderNs =
    (total.difference - first.difference - (mentioned?.difference ?? 0)) * Math.sign(total.difference);
  return [
    ...meansText(comparison, longestNs),
    ...(mentioned === null
      ? []
      : [
          textPart(`The time ${phaseText[mentioned.phase]} is `),
          durationPart(Math.abs(mentioned.difference), longestNs),
          textPart(mentioned.difference > 0 ? " longer (" : " shorter ("),
          sharePart(mentioned.differenceShare ?? 0),
          textPart(" of the difference). "),
        ]),
    ...(remainderNs < 0
      ? [
          textPart("The other phases together take "),
          durationPart(-remainderNs, longestNs),
          textPart(total.difference > 0 ? " less." : " more."),
        ]
      : [textPart("The remaining difference is "), durationPart(remainderNs, longestNs), textPart(".")]),
  ];
}

/** Returns the mean times of both groups as a sentence. */
export function meansSentence(comparison: GroupComparison): Sentence {
  return meansText(comparison, Math.max(comparison.total.a, comparison.total.b));
}

/** Returns "They take 4.11 s compared with 3.90 s (means of 166 requests and 21 requests)." A single request has no mean. */
function meansText(
  { total, comparedTime: time, requestCountA: requestsA, requestCountB: requestsB }: GroupComparison,
  longestNs: number,
): Sentence {
  const [one, many] =
    time === "request" ? ["It takes ", "They take "] : ["Its first token takes ", "Their first token takes "];
  const counted = [...(requestsA === 1 ? [] : [requestsA]), ...(requestsB === 1 ? [] : [requestsB])];
  return [
    textPart(requestsA === 1 ? one : many),
    durationPart(total.a, longestNs),
    textPart(" compared with "),
    durationPart(total.b, longestNs),
    ...counted.flatMap((n, index) => [
      textPart(index > 0 ? " and " : counted.length > 1 ? " (means of " : " (mean of "),
      requestCountPart(n),
    ]),
    textPart(counted.length === 0 ? ". " : "). "),
  ];
}

/** Returns the phase with the largest difference in the direction of the total difference; null when there is none. */
function leadingDifference(phases: readonly PhaseDifference[], difference: number): PhaseDifference | null {
  const sign = Math.sign(difference);
  let largest: PhaseDifference | null = null;
  for (const one of phases) {
    if (one.difference * sign > (largest?.difference ?? 0) * sign) largest = one;
  }
  return largest;
}

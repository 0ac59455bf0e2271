/** Which phase explains what share of the difference between two groups, in a sentence; or that there is none to explain. */
import { isSignificant } from "@/lib/analysis/statistics/mean-difference";
import { requests, textPart, seconds, share } from "@/lib/sentences/traces/sentence-parts";
import { phaseText } from "@/lib/sentences/traces/trace-sentence";
import type { Sentence } from "@/lib/model/sentence";
import type { GroupComparison, PhaseDifference } from "@/lib/analysis/traces/comparison/compare-groups";

export interface GroupNames {
  readonly a: string;
  readonly b: string;
  /** The name of `a` is that of one request. */
  readonly isOne?: boolean;
}

/** Groups smaller than this leave too much to chance. */
export const minComparedRequests = 10;

/** Where the others take less, one phase may explain more than the whole. */
const moreThanAll = 1.01;

/** Names as they begin a sentence: "Slow requests", "The rest". */
export function comparisonSentence(comparison: GroupComparison, names: GroupNames): Sentence {
  const { total, phases, time } = comparison;
  const { a, b } = names;
  const verbs = names.isOne === true ? singular : plural;
  const what = time === "request" ? verbs.take : verbs.reach;
  const longestNs = Math.max(total.a, total.b);
  const means = [seconds(total.a, longestNs), textPart(" against "), seconds(total.b, longestNs)];
  if (total.interval !== null && !isSignificant(total))
    return [
      textPart(`${a} and ${lower(b)} cannot be told apart: `, true),
      textPart(time === "request" ? "they take " : "they reach their first token in "),
      ...means,
      textPart(", which may be chance."),
    ];
  const leadingPhase = leadingDifference(phases, total.difference);
  if (leadingPhase === null || leadingPhase.share === null)
    return [textPart(`${a} ${what} `, true), ...means, textPart(".")];
  const longer = total.difference > 0;
  return [
    textPart(`${a} ${verbs.spend} `, true),
    seconds(Math.abs(leadingPhase.difference), longestNs),
    textPart(` ${longer ? "more" : "less"} ${phaseText[leadingPhase.phase]} than ${lower(b)}: `, true),
    ...(leadingPhase.share > moreThanAll
      ? [textPart("more than all of the ")]
      : [share(leadingPhase.share), textPart(" of the ")]),
    seconds(Math.abs(total.difference), longestNs),
    textPart(` by which ${verbs.theyAre} ${longer ? "longer" : "shorter"}`),
    textPart(time === "request" ? "." : ` to ${verbs.their} first token.`),
    ...singleRequestCaveat(comparison),
  ];
}

/** What single requests differ by may be what requests differ by every day. */
function singleRequestCaveat({ a, b }: GroupComparison): Sentence {
  if (a === 1 && b === 1) return [textPart(" Two requests alone do not tell whether that is usual.")];
  return a === 1 || b === 1 ? [textPart(" One request alone does not tell whether that is usual.")] : [];
}

const plural = {
  take: "take",
  reach: "reach their first token in",
  spend: "spend",
  theyAre: "they are",
  their: "their",
} as const;
const singular = {
  take: "takes",
  reach: "reaches its first token in",
  spend: "spends",
  theyAre: "it is",
  their: "its",
} as const;

/** Less than this of the difference is not worth a sentence. */
const minMentionedShare = 0.02;

/**
 * How long a request of each side takes, what the second largest phase adds, and how much of the difference is left then; null where
 * the headline leaves nothing sure.
 */
export function remainderSentence(comparison: GroupComparison): Sentence | null {
  const { total, phases } = comparison;
  if (total.difference === 0 || (total.interval !== null && !isSignificant(total))) return null;
  const first = leadingDifference(phases, total.difference);
  if (first === null) return null;
  const sure = phases.filter((one) => one !== first && (one.interval === null || isSignificant(one)));
  const second = leadingDifference(sure, total.difference);
  const mentioned = second?.share !== null && (second?.share ?? 0) >= minMentionedShare ? second : null;
  const longestNs = Math.max(total.a, total.b);
  const remainderNs =
    (total.difference - first.difference - (mentioned?.difference ?? 0)) * Math.sign(total.difference);
  return [
    ...meansText(comparison, longestNs),
    ...(mentioned === null
      ? []
      : [
          textPart(
            `Time ${phaseText[mentioned.phase]} ${total.difference > 0 ? "adds" : "takes off another"} `,
          ),
          seconds(Math.abs(mentioned.difference), longestNs),
          textPart(", "),
          share(mentioned.share ?? 0),
          textPart(". "),
        ]),
    ...(remainderNs < 0
      ? [
          textPart("The other phases together take "),
          seconds(-remainderNs, longestNs),
          textPart(total.difference > 0 ? " less." : " more."),
        ]
      : [textPart("What is left of the difference is "), seconds(remainderNs, longestNs), textPart(".")]),
  ];
}

/** "They take 4.11 s against 3.90 s, the means of 166 requests and 21 requests." A single request has no mean. */
function meansText({ total, time, a, b }: GroupComparison, longestNs: number): Sentence {
  const [one, many] =
    time === "request"
      ? ["It takes ", "They take "]
      : ["Its first token comes after ", "Their first token comes after "];
  const counted = [...(a === 1 ? [] : [a]), ...(b === 1 ? [] : [b])];
  return [
    textPart(a === 1 ? one : many),
    seconds(total.a, longestNs),
    textPart(" against "),
    seconds(total.b, longestNs),
    ...counted.flatMap((n, index) => [
      textPart(index > 0 ? " and " : counted.length > 1 ? ", the means of " : ", the mean of "),
      requests(n),
    ]),
    textPart(". "),
  ];
}

/** The phase with the largest difference in the direction of the whole. */
export function leadingDifference(
  phases: readonly PhaseDifference[],
  difference: number,
): PhaseDifference | null {
  const sign = Math.sign(difference);
  let largest: PhaseDifference | null = null;
  for (const one of phases) {
    if (one.difference * sign > (largest?.difference ?? 0) * sign) largest = one;
  }
  return largest;
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Which phase explains what share of the difference between two groups, in a sentence; or that there is none to explain. */
import { isSure } from "@/lib/analysis/statistics/mean-difference";
import { requests, say, seconds, share } from "@/lib/analysis/traces/sentence-parts";
import { phaseWords } from "@/lib/analysis/traces/sentence";
import type { Sentence } from "@/lib/model/sentence";
import type { GroupComparison, PhaseDifference } from "./compare-groups";

export interface GroupNames {
  readonly a: string;
  readonly b: string;
  /** The name of `a` is that of one request. */
  readonly isOne?: boolean;
}

/** Groups smaller than this leave too much to chance. */
export const leastCompared = 10;

/** Where the others take less, one phase may explain more than the whole. */
const wholeAndMore = 1.01;

/** Names as they begin a sentence: "Slow requests", "The rest". */
export function comparisonSentence(comparison: GroupComparison, names: GroupNames): Sentence {
  const { total, phases, time } = comparison;
  const { a, b } = names;
  const verbs = names.isOne === true ? singular : plural;
  const what = time === "request" ? verbs.take : verbs.reach;
  const longestNs = Math.max(total.a, total.b);
  const means = [seconds(total.a, longestNs), say(" against "), seconds(total.b, longestNs)];
  if (total.interval !== null && !isSure(total))
    return [
      say(`${a} and ${lower(b)} cannot be told apart: `, true),
      say(time === "request" ? "they take " : "they reach their first token in "),
      ...means,
      say(", which may be chance."),
    ];
  const most = leading(phases, total.difference);
  if (most === null || most.share === null) return [say(`${a} ${what} `, true), ...means, say(".")];
  const longer = total.difference > 0;
  return [
    say(`${a} ${verbs.spend} `, true),
    seconds(Math.abs(most.difference), longestNs),
    say(` ${longer ? "more" : "less"} ${phaseWords[most.phase]} than ${lower(b)}: `, true),
    ...(most.share > wholeAndMore ? [say("more than all of the ")] : [share(most.share), say(" of the ")]),
    seconds(Math.abs(total.difference), longestNs),
    say(` by which ${verbs.theyAre} ${longer ? "longer" : "shorter"}`),
    say(time === "request" ? "." : ` to ${verbs.their} first token.`),
    ...aloneWords(comparison),
  ];
}

/** What single requests differ by may be what requests differ by every day. */
function aloneWords({ a, b }: GroupComparison): Sentence {
  if (a === 1 && b === 1) return [say(" Two requests alone do not tell whether that is usual.")];
  return a === 1 || b === 1 ? [say(" One request alone does not tell whether that is usual.")] : [];
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
const leastTold = 0.02;

/**
 * How long a request of each side takes, what the second largest phase adds, and how much of the difference is left then; null where
 * the headline leaves nothing sure.
 */
export function remainderSentence(comparison: GroupComparison): Sentence | null {
  const { total, phases } = comparison;
  if (total.difference === 0 || (total.interval !== null && !isSure(total))) return null;
  const first = leading(phases, total.difference);
  if (first === null) return null;
  const sure = phases.filter((one) => one !== first && (one.interval === null || isSure(one)));
  const second = leading(sure, total.difference);
  const told = second?.share !== null && (second?.share ?? 0) >= leastTold ? second : null;
  const longestNs = Math.max(total.a, total.b);
  const left = (total.difference - first.difference - (told?.difference ?? 0)) * Math.sign(total.difference);
  return [
    ...meansWords(comparison, longestNs),
    ...(told === null
      ? []
      : [
          say(`Time ${phaseWords[told.phase]} ${total.difference > 0 ? "adds" : "takes off another"} `),
          seconds(Math.abs(told.difference), longestNs),
          say(", "),
          share(told.share ?? 0),
          say(". "),
        ]),
    ...(left < 0
      ? [
          say("The other phases together take "),
          seconds(-left, longestNs),
          say(total.difference > 0 ? " less." : " more."),
        ]
      : [say("What is left of the difference is "), seconds(left, longestNs), say(".")]),
  ];
}

/** "They take 4.11 s against 3.90 s, the means of 166 requests and 21 requests." A single request has no mean. */
function meansWords({ total, time, a, b }: GroupComparison, longestNs: number): Sentence {
  const [one, many] =
    time === "request"
      ? ["It takes ", "They take "]
      : ["Its first token comes after ", "Their first token comes after "];
  const counted = [...(a === 1 ? [] : [a]), ...(b === 1 ? [] : [b])];
  return [
    say(a === 1 ? one : many),
    seconds(total.a, longestNs),
    say(" against "),
    seconds(total.b, longestNs),
    ...counted.flatMap((n, place) => [
      say(place > 0 ? " and " : counted.length > 1 ? ", the means of " : ", the mean of "),
      requests(n),
    ]),
    say(". "),
  ];
}

/** The phase with the largest difference in the direction of the whole. */
export function leading(phases: readonly PhaseDifference[], difference: number): PhaseDifference | null {
  const sign = Math.sign(difference);
  let most: PhaseDifference | null = null;
  for (const one of phases) {
    if (one.difference * sign > (most?.difference ?? 0) * sign) most = one;
  }
  return most;
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

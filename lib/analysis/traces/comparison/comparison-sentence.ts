/** Which phase explains what share of the difference between two groups, in a sentence; or that there is none to explain. */
import { isSure } from "@/lib/analysis/statistics/mean-difference";
import { say, seconds, share } from "@/lib/analysis/traces/sentence-parts";
import { phaseWords } from "@/lib/analysis/traces/sentence";
import type { Sentence } from "@/lib/model/sentence";
import type { GroupComparison, PhaseDifference } from "./compare-groups";

export interface GroupNames {
  readonly a: string;
  readonly b: string;
}

/** Names as they begin a sentence: "Slow requests", "The rest". */
export function comparisonSentence(comparison: GroupComparison, { a, b }: GroupNames): Sentence {
  const { total, phases, time } = comparison;
  const what = time === "request" ? "take" : "reach their first token in";
  const means = [seconds(total.a), say(" against "), seconds(total.b)];
  if (total.interval !== null && !isSure(total))
    return [
      say(`${a} and ${lower(b)} cannot be told apart: `, true),
      say(`they ${what} `),
      ...means,
      say(", which may be chance."),
    ];
  const most = leading(phases, total.difference);
  if (most === null || most.share === null) return [say(`${a} ${what} `, true), ...means, say(".")];
  const longer = total.difference > 0;
  return [
    say(`${a} spend `, true),
    seconds(Math.abs(most.difference)),
    say(` ${longer ? "more" : "less"} ${phaseWords[most.phase]} than ${lower(b)}: `, true),
    share(most.share),
    say(" of the "),
    seconds(Math.abs(total.difference)),
    say(` by which they are ${longer ? "longer" : "shorter"}`),
    say(time === "request" ? "." : " to their first token."),
    ...(comparison.a === 1 && comparison.b === 1
      ? [say(" Two requests alone do not tell whether that is usual.")]
      : []),
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

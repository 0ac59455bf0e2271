/** Aborts: clients give up waiting for too many requests, or for far more than usual. */
import type { Sentence } from "@/lib/model/sentence";
import { exceedsLimit, readingValueOrNull } from "./evidence";
import { limitSentence, measuredPart, numberPart, ratioPart, textPart } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose abort ratio is above its limit or far above its usual range. */
export const abortsStatus: StatusRule<"aborts"> = {
  id: "aborts",
  label: "Aborts",
  problemName: "client aborts",
  tone: "bad",
  subjectLimit: "abortRatio",
  nextStep: { text: "slowest traces", page: "traces", traceOrder: "slowest" },
  affectedReadings: ["abortRatio"],
  matches: ({ abortRatio, unusualAborts, limits }) =>
    exceedsLimit(readingValueOrNull(abortRatio), limits.abortRatio) === true ||
    (unusualAborts !== null && unusualAborts !== undefined),
  pointFields: ["abortRatio"],
  matchesAt: ({ abortRatio }, limits) => exceedsLimit(abortRatio, limits.abortRatio),
  sentence: (facts) => [
    ...abortClause(facts),
    ...(isAboveLimit(facts) ? limitSentence(facts, "abortRatio") : [textPart(".")]),
  ],
  additionalSentence: (facts) =>
    isAboveLimit(facts) || isUnusual(facts) ? [...abortClause(facts), textPart(".")] : [],
  fleetSentence: (facts) => [textPart(`${facts.title}: `), ...abortClause(facts), textPart(".")],
};

function isAboveLimit({ readings, limits }: OverviewRowFacts): boolean {
  return exceedsLimit(readingValueOrNull(readings.abortRatio), limits.abortRatio) === true;
}

function isUnusual({ statusNumbers }: OverviewRowFacts): boolean {
  return statusNumbers?.unusualAborts !== null && statusNumbers?.unusualAborts !== undefined;
}

/** Returns the clause with the share of aborted requests, without its limit. Unusual shares have their usual range. */
function abortClause({ slug, readings, statusNumbers }: OverviewRowFacts): Sentence {
  const share = numberPart(slug, { signal: "aborts", reading: readings.abortRatio, isRatio: true });
  const unusual = statusNumbers?.unusualAborts;
  if (unusual === null || unusual === undefined)
    return [share, textPart(" of requests are aborted by clients")];
  const { n, usualRatio, usualUpperRatio } = unusual;
  return [
    share,
    textPart(" of "),
    { ...measuredPart(slug, "requests", n), unit: "requests", displayUnit: "requests" },
    textPart(" are aborted by clients. Usual at this hour: "),
    ratioPart(slug, "aborts", usualRatio),
    ...(usualUpperRatio > usualRatio
      ? [textPart(", at most "), ratioPart(slug, "aborts", usualUpperRatio)]
      : []),
  ];
}

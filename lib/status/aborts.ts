/** Aborts: clients give up waiting for too many requests. */
import type { Sentence } from "@/lib/model/sentence";
import { exceedsLimit, presentValue } from "./evidence";
import { limitSentence, numberPart, textPart } from "./sentence-parts";
import type { RowFacts, StatusRule } from "./status-rule";

export const aborts: StatusRule<"aborts"> = {
  id: "aborts",
  label: "Aborts",
  tone: "bad",
  affectedReadings: ["abortRatio"],
  matches: ({ abortRatio, limits }) => exceedsLimit(presentValue(abortRatio), limits.abortRatio) === true,
  matchesAt: ({ abortRatio }, limits) => exceedsLimit(abortRatio, limits.abortRatio),
  sentence: (facts) => [...abortClause(facts), ...limitSentence(facts, "abortRatio")],
  addedSentence: (facts) =>
    exceedsLimit(presentValue(facts.readings.abortRatio), facts.limits.abortRatio) === true
      ? [...abortClause(facts), textPart(".")]
      : [],
  fleetSentence: (facts) => [textPart(`${facts.title}: `), ...abortClause(facts), textPart(".")],
};

/** Returns the clause with the share of aborted requests, without its limit. */
function abortClause({ slug, readings }: Pick<RowFacts, "slug" | "readings">): Sentence {
  return [
    numberPart(slug, { signal: "aborts", reading: readings.abortRatio, isRatio: true }),
    textPart(" of requests are aborted by clients"),
  ];
}

/** Slow: the tokens after the first one take too long. */
import type { Sentence } from "@/lib/model/sentence";
import { exceedsLimit, readingValueOrNull } from "./evidence";
import { limitSentence, numberPart, textPart } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose mean TPOT is above its limit. */
export const slowTpotStatus: StatusRule<"slow-tpot"> = {
  id: "slow-tpot",
  label: "Slow",
  tone: "bad",
  subjectLimit: "meanTpotSeconds",
  nextStep: { text: "roofline of the decode steps", page: "roofline" },
  affectedReadings: ["tpotMean"],
  matches: ({ tpotMean, limits }) =>
    exceedsLimit(readingValueOrNull(tpotMean), limits.meanTpotSeconds) === true,
  pointFields: ["tpotMean"],
  matchesAt: ({ tpotMean }, limits) => exceedsLimit(tpotMean, limits.meanTpotSeconds),
  sentence: (facts) => withSubject(facts, "Mean TPOT"),
  fleetSentence: (facts) => withSubject(facts, `${facts.title}'s mean TPOT`),
};

function withSubject(facts: OverviewRowFacts, subject: string): Sentence {
  return [
    textPart(`${subject} is `),
    numberPart(facts.slug, { signal: "tpot", reading: facts.readings.tpotMean }),
    ...limitSentence(facts, "meanTpotSeconds"),
  ];
}

/** Errors: too many requests fail. */
import { isOver, valueOf } from "./evidence";
import { limitSentence, numberPart, textPart } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

export const errors: StatusRule<"errors"> = {
  id: "errors",
  label: "Errors",
  tone: "bad",
  affectedReadings: ["errorRatio"],
  matches: ({ errorRatio, limits }) => isOver(valueOf(errorRatio), limits.errorRatio) === true,
  matchesAt: ({ errorRatio }, limits) => isOver(errorRatio, limits.errorRatio),
  sentence: (facts) => [
    numberPart(facts.slug, { signal: "errors", reading: facts.readings.errorRatio, ratio: true }),
    textPart(" of requests fail"),
    ...limitSentence(facts, "errorRatio"),
  ],
  fleetSentence: ({ slug, title, readings }) => [
    textPart(`${title} fails `),
    numberPart(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
    textPart(" of its requests."),
  ],
};

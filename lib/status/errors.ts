/** Errors: too many requests fail. */
import { exceedsLimit, readingValueOrNull } from "./evidence";
import { limitSentence, numberPart, textPart } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

/** Status of a deployment whose error ratio is above its limit. */
export const errorsStatus: StatusRule<"errors"> = {
  id: "errors",
  label: "Errors",
  problemName: "errors",
  tone: "bad",
  subjectLimit: "errorRatio",
  nextStep: { text: "request rate and finish reasons", page: "signals", signal: "requests" },
  affectedReadings: ["errorRatio"],
  matches: ({ errorRatio, limits }) =>
    exceedsLimit(readingValueOrNull(errorRatio), limits.errorRatio) === true,
  pointFields: ["errorRatio"],
  matchesAt: ({ errorRatio }, limits) => exceedsLimit(errorRatio, limits.errorRatio),
  sentence: (facts) => [
    numberPart(facts.slug, { signal: "errors", reading: facts.readings.errorRatio, isRatio: true }),
    textPart(" of requests fail"),
    ...limitSentence(facts, "errorRatio"),
  ],
  additionalSentence: ({ slug, readings, limits }) =>
    exceedsLimit(readingValueOrNull(readings.errorRatio), limits.errorRatio) === true
      ? [
          numberPart(slug, { signal: "errors", reading: readings.errorRatio, isRatio: true }),
          textPart(" of requests fail."),
        ]
      : [],
  fleetSentence: ({ slug, title, readings }) => [
    textPart(`${title} fails `),
    numberPart(slug, { signal: "errors", reading: readings.errorRatio, isRatio: true }),
    textPart(" of its requests."),
  ],
};

/** Slow: the first token takes too long. */
import { exceedsLimit, readingValueOrNull } from "./evidence";
import { limitSentence, textPart, ttftClause } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

/** Status of a deployment whose TTFT p95 is above its limit. */
export const slowTtftStatus: StatusRule<"slow-ttft"> = {
  id: "slow-ttft",
  label: "Slow",
  tone: "bad",
  subjectLimit: "ttftP95Seconds",
  nextStep: { text: "traces with the slowest first token", page: "traces", traceOrder: "first-token" },
  affectedReadings: ["ttftP95"],
  matches: ({ ttftP95, limits }) => exceedsLimit(readingValueOrNull(ttftP95), limits.ttftP95Seconds) === true,
  pointFields: ["ttftP95"],
  matchesAt: ({ ttftP95 }, limits) => exceedsLimit(ttftP95, limits.ttftP95Seconds),
  sentence: (facts) => [...ttftClause(facts), ...limitSentence(facts, "ttftP95Seconds")],
  fleetSentence: (facts) => [
    textPart(`${facts.title}'s `),
    ...ttftClause(facts),
    ...limitSentence(facts, "ttftP95Seconds"),
  ],
};

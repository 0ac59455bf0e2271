/** The status of a deployment as a sentence: the problem and the numbers that show it, each linked to its panel. */
import type { Sentence } from "@/lib/model/sentence";
import { listAdditionalSentences } from "./additional-sentences";
import { notObservedSentence } from "./cannot-tell";
import type { OverviewRowFacts } from "./status-rule";
import { statusRule } from "./statuses";
import { trainingSentence } from "./training-sentence";

/** Returns the status of a deployment in one sentence with its numbers, for its row of the Overview. */
export function deploymentSentence(facts: OverviewRowFacts): Sentence {
  if (facts.presetSentence !== undefined) return facts.presetSentence;
  const { id, sentence } = statusRule(facts.status);
  if (facts.isTraining !== true || id === "source-down")
    return [...sentence(facts), ...listAdditionalSentences(facts)];
  const notObserved = id === "cannot-tell" ? notObservedSentence(facts) : undefined;
  return notObserved ?? trainingSentence(facts);
}

/** Sentences that follow that of the status: less severe problems, and failures that are not counted. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence } from "@/lib/model/sentence";
import { isAbsentBecause } from "./evidence";
import { textPart } from "./sentence-parts";
import type { RowFacts } from "./status-rule";
import { statuses, statusIds, statusRule } from "./statuses";

/** Returns the sentences that follow the sentence of the deployment's status. */
export function addedSentences(facts: RowFacts): Sentence {
  if (facts.isTraining === true) return [];
  return [...lessSevereProblems(facts), ...unknownErrors(facts)];
}

/** Returns the sentences about less severe problems that exist at the same time, worst first. */
export function lessSevereProblems(facts: RowFacts): Sentence {
  if (statusRule(facts.status).tone !== "bad") return [];
  const lessSevere = statuses.slice(statusIds.indexOf(facts.status) + 1);
  return lessSevere.flatMap(({ addedSentence }) => {
    const sentence = addedSentence?.(facts) ?? [];
    return sentence.length === 0 ? [] : [textPart(" "), ...sentence];
  });
}

/** Returns whether errors are unknown although requests may be served. */
export function areErrorsUnknown({ errorRatio }: { readonly errorRatio: Reading }): boolean {
  return isAbsentBecause(errorRatio, "not-exposed", "metric-absent", "query-failed");
}

/** A status without a problem would otherwise imply that few requests fail. */
function unknownErrors({ status, readings }: RowFacts): Sentence {
  const { errorRatio } = readings;
  if (statusRule(status).tone !== "ok" || errorRatio.kind === "present") return [];
  return areErrorsUnknown(readings) ? [textPart(` Errors are unknown. ${errorRatio.detail}`)] : [];
}

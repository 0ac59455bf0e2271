/** Sentences that follow the sentence of the status: less severe problems, and failures that are not counted. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence } from "@/lib/model/sentence";
import { isAbsentBecause } from "./evidence";
import { textPart } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";
import { statuses, statusIds, statusRule, type StatusId } from "./statuses";

/** Returns the further sentences of a deployment's row, which follow the sentence about its status. */
export function listAdditionalSentences(facts: OverviewRowFacts): Sentence {
  if (facts.isTraining === true) return [];
  return [...lessSevereProblems(facts), ...ttftRemark(facts), ...unknownErrors(facts)];
}

/** Returns the sentences about less severe problems that exist at the same time, worst first. */
function lessSevereProblems(facts: OverviewRowFacts): Sentence {
  return lessSevereStatuses(facts.status).flatMap(({ additionalSentence }) => {
    const sentence = additionalSentence?.(facts) ?? [];
    return sentence.length === 0 ? [] : [textPart(" "), ...sentence];
  });
}

/** Returns the names of the problems of a deployment, worst first, without the problem of its status. */
export function listLessSevereProblems(facts: OverviewRowFacts): readonly string[] {
  const { status, matchingIds } = facts;
  return lessSevereStatuses(status)
    .filter(
      ({ id, additionalSentence }) =>
        additionalSentence !== undefined &&
        (matchingIds?.includes(id) ?? additionalSentence(facts).length > 0),
    )
    .map(({ problemName, label }) => problemName ?? label);
}

function lessSevereStatuses(status: StatusId): readonly StatusRule<StatusId>[] {
  if (statusRule(status).tone !== "bad") return [];
  return statuses
    .slice(statusIds.indexOf(status) + 1)
    .filter(({ isCausedByStall }) => status !== "stalled" || isCausedByStall !== true);
}

/** Returns whether the error ratio is unknown although requests may be served. */
export function areErrorsUnmeasured({ errorRatio }: { readonly errorRatio: Reading }): boolean {
  return isAbsentBecause(errorRatio, "not-exposed", "metric-absent", "query-failed");
}

/** States where TTFT was measured, when that is not the engine. */
function ttftRemark({ ttftGateway }: OverviewRowFacts): Sentence {
  if (ttftGateway === undefined) return [];
  const { title, excludedPart } = ttftGateway;
  return [textPart(` TTFT is measured at ${title}, because the engine's TTFT excludes the ${excludedPart}.`)];
}

/**
 * Returns the sentence that errors are unknown. Without it, a status without a problem would imply that few requests
 * fail.
 */
function unknownErrors({ status, readings }: OverviewRowFacts): Sentence {
  const { errorRatio } = readings;
  if (statusRule(status).tone !== "ok" || errorRatio.kind === "present") return [];
  return areErrorsUnmeasured(readings) ? [textPart(` Errors are unknown. ${errorRatio.detail}`)] : [];
}

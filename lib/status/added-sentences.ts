/** Sentences that follow that of the status: instances that are down or aborts next to another problem, and failures that are not counted. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence } from "@/lib/model/sentence";
import { abortClause } from "./aborts";
import { isAbsentBecause, exceedsLimit, presentValue } from "./evidence";
import { downInstancesSentence } from "./instances-down";
import { textPart } from "./sentence-parts";
import type { RowFacts } from "./status-rule";
import { statusRule } from "./statuses";

/** Returns the sentences that follow the sentence of the deployment's status. */
export function addedSentences(facts: RowFacts): Sentence {
  if (facts.isTraining === true) return [];
  return [...downInstancesAfterStall(facts), ...abortSentence(facts), ...unknownErrors(facts)];
}

/** A stall is worse than instances that are down, so its sentence is followed by theirs. */
function downInstancesAfterStall({ status, judgedBy }: RowFacts): Sentence {
  const down = status === "stalled" ? downInstancesSentence(judgedBy) : [];
  return down.length === 0 ? [] : [textPart(" "), ...down];
}

/** Returns whether errors are unknown although requests may be served. */
export function areErrorsUnknown({ errorRatio }: { readonly errorRatio: Reading }): boolean {
  return isAbsentBecause(errorRatio, "not-exposed", "metric-absent", "query-failed");
}

/** Returns the sentence about aborts for a deployment with a worse problem. */
export function abortSentence(facts: RowFacts): Sentence {
  const { status, readings, limits } = facts;
  const isWorse = statusRule(status).tone === "bad" && status !== "aborts";
  return isWorse && exceedsLimit(presentValue(readings.abortRatio), limits.abortRatio) === true
    ? [textPart(" "), ...abortClause(facts), textPart(".")]
    : [];
}

/** A status without a problem would otherwise imply that few requests fail. */
function unknownErrors({ status, readings }: RowFacts): Sentence {
  const { errorRatio } = readings;
  if (statusRule(status).tone !== "ok" || errorRatio.kind === "present") return [];
  return areErrorsUnknown(readings) ? [textPart(` Errors are unknown. ${errorRatio.detail}`)] : [];
}

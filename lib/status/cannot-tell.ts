/** Unknown: the data do not suffice for any other status. */
import type { Sentence } from "@/lib/model/sentence";
import {
  areRequestsAnswered,
  hasFinishedWithoutFirstToken,
  isAbsentBecause,
  isFrozen,
  isWithoutFinishedRequests,
  isWithoutVisibleProgress,
} from "./evidence";
import { findFrozenInstances } from "@/lib/model/status/instance-load";
import { instancesText, noSeriesDetail, textPart, ttftUnavailableText } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

const notJudgeable = [
  "no-series",
  "metric-absent",
  "not-exposed",
  "query-failed",
  "not-yet-known",
  "target-down",
  "not-scraped",
  "no-data",
  "wrong-edges",
] as const;

/** Status of a deployment whose health cannot be determined from its data. */
export const cannotTellStatus: StatusRule<"cannot-tell"> = {
  id: "cannot-tell",
  label: "Unknown",
  tone: "unknown",
  affectedReadings: [],
  matches: (evidence) =>
    isFrozen(evidence) ||
    evidence.targets === "without-series" ||
    evidence.targets === "other-model" ||
    evidence.targets === "none" ||
    evidence.targets === "not-scraped" ||
    isAbsentBecause(evidence.ttftP95, ...notJudgeable) ||
    hasFinishedWithoutFirstToken(evidence) ||
    isWithoutVisibleProgress(evidence) ||
    (isWithoutFinishedRequests(evidence) && areRequestsAnswered(evidence)),
  sentence: (facts) => notObservedSentence(facts) ?? [textPart(unknownStatusText(facts))],
};

/** Returns the sentence for a deployment of which the source has no data; undefined for others. */
export function notObservedSentence({
  readings,
  statusNumbers,
  isPast,
}: OverviewRowFacts): Sentence | undefined {
  const noSeries = noSeriesDetail(readings);
  if (noSeries !== undefined) return [textPart(noSeries)];
  if (statusNumbers?.targets !== "not-scraped") return undefined;
  return [
    textPart(
      isPast === true
        ? "the source has no samples of this deployment, so its state is unknown."
        : "Prometheus has not scraped any target recently, so the current state is unknown.",
    ),
  ];
}

function unknownStatusText({ isFrozen: isStuck, readings, statusNumbers = {} }: OverviewRowFacts): string {
  const stuck = instancesText(findFrozenInstances(statusNumbers), statusNumbers);
  if (isStuck && stuck !== "")
    return `For ten minutes, ${stuck} reported the same number of running requests, but no request arrived or finished there. Check for a hung engine.`;
  if (isStuck)
    return "For ten minutes, the metric has reported the same number of running requests, but no request arrived or finished. Check whether the engine hangs.";
  if (hasFinishedWithoutFirstToken(readings) && statusNumbers.countsArrivals === true)
    return "Requests arrive, but no first token was observed, so TTFT is unknown. Either the engine hangs, or the responses are not streamed.";
  if (hasFinishedWithoutFirstToken(readings))
    return "Requests finish, but no first token was observed, so TTFT is unknown. The responses may not be streamed.";
  if (isAbsentBecause(readings.ttftP95, "no-traffic"))
    return "Requests arrived in the last five minutes, but the engine finished none of them, and none is running or waiting. Check the status codes of the responses.";
  if (isAbsentBecause(readings.ttftP95, "too-few-samples"))
    return "Requests are in flight, but none finished in the last five minutes, and no metric shows whether tokens are generated. Check whether the engine hangs.";
  return ttftUnavailableText(readings.ttftP95) ?? "There is not enough data to determine the status.";
}

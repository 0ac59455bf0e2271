/** Batch full: requests wait for a slot of the batch, although the KV cache has space for them. */
import { exceedsLimit } from "./evidence";
import type { Sentence } from "@/lib/model/sentence";
import { isPressureInStatus, kvPressureStatus } from "./kv-pressure";
import { durationText, measuredPart, numberPart, textPart, ttftClause } from "./sentence-parts";
import type { RowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose requests wait because the batch is full. */
export const batchSlotsStatus: StatusRule<"batch-slots"> = {
  id: "batch-slots",
  label: "Batch full",
  tone: "bad",
  subjectLimit: "ttftP95Seconds",
  nextStep: { text: "request rate", page: "signals", signal: "requests" },
  affectedReadings: ["running", "waiting"],
  // The next request takes a free slot at once, so a full batch stays constant while requests finish.
  matches: (evidence) =>
    exceedsLimit(evidence.minWaiting, 0) === true &&
    exceedsLimit(evidence.constantRunning, 0) === true &&
    exceedsLimit(evidence.finishedWhileConstant, 0) === true &&
    !kvPressureStatus.matches(evidence),
  pointFields: ["running", "waiting"],
  matchesAt: ({ running, waiting }) => {
    const isWaiting = exceedsLimit(waiting, 0);
    const isRunning = exceedsLimit(running, 0);
    return isWaiting === null || isRunning === null ? null : isWaiting && isRunning;
  },
  sentence: (facts) => [
    ...batchSentence(facts),
    textPart(" Raise the maximum batch size, or add an instance. "),
    ...ttftClause(facts, true),
    textPart("."),
  ],
  isCausedByStall: true,
  addedSentence: (facts) => (isBatchFull(facts) ? batchSentence(facts) : []),
  fleetSentence: (facts) => [
    textPart(`${facts.title} has `),
    numberPart(facts.slug, { signal: "waiting", reading: facts.readings.waiting }),
    textPart(" waiting for a batch slot, and its "),
    ...ttftClause(facts),
    textPart("."),
  ],
};

function isBatchFull({ statusNumbers = {}, limits }: RowFacts): boolean {
  const { minWaiting = null, constantRunning = null, finishedWhileConstant = null } = statusNumbers;
  return (
    [minWaiting, constantRunning, finishedWhileConstant].every((one) => exceedsLimit(one, 0) === true) &&
    !isPressureInStatus({ statusNumbers, limits })
  );
}

function batchSentence({ slug, limits, readings, statusNumbers = {} }: RowFacts): Sentence {
  const { minWaiting = null, constantRunning = null, meanKvUsageRatio = null } = statusNumbers;
  const [running, waiting] = [
    constantRunning === null
      ? numberPart(slug, { signal: "running", reading: readings.running })
      : measuredPart(slug, "running", constantRunning),
    minWaiting === null
      ? numberPart(slug, { signal: "waiting", reading: readings.waiting })
      : measuredPart(slug, "waiting", minWaiting),
  ];
  return [
    textPart(`The batch is full: in the last ${durationText(limits.waitingSeconds * 1_000)}, `),
    running,
    textPart(" were running and at least "),
    waiting,
    textPart(" were waiting"),
    ...(meanKvUsageRatio === null
      ? []
      : [
          textPart(", although the fullest KV cache was only "),
          measuredPart(slug, "kv-usage", meanKvUsageRatio),
          textPart(" full"),
        ]),
    textPart("."),
  ];
}

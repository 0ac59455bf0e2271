/** Batch full: requests wait for a slot of the batch, although the KV cache has space for them. */
import { exceedsLimit } from "./evidence";
import type { Sentence } from "@/lib/model/sentence";
import { findInstancesWithFullBatch } from "@/lib/model/status/instance-load";
import type { InstanceNumbers, StatusNumbers } from "@/lib/model/status/status-facts";
import { hasCachePressure } from "./kv-pressure";
import {
  instancesText,
  measuredPart,
  numberPart,
  textPart,
  ttftClause,
  waitingCountSentence,
  waitingWindowText,
} from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose requests wait because the batch is full. */
export const batchSlotsStatus: StatusRule<"batch-slots"> = {
  id: "batch-slots",
  label: "Batch full",
  problemName: "a full batch",
  tone: "bad",
  subjectLimit: "ttftP95Seconds",
  nextStep: { text: "request rate", page: "signals", signal: "requests" },
  affectedReadings: ["running", "waiting"],
  // The next request takes a free slot at once, so a full batch stays constant while requests finish.
  matches: (evidence) => isBatchFull({ limits: evidence.limits, statusNumbers: evidence }),
  pointFields: ["running", "waiting"],
  // A mean over time hides a slot that is free for a moment.
  matchesAt: ({ running, waiting }, { fullBatchSize = null }) =>
    running === null || waiting === null || fullBatchSize === null
      ? null
      : waiting > 0 && running >= fullBatchSize - Math.max(0.5, 0.02 * fullBatchSize),
  sentence: (facts) => [
    ...batchSentence(facts),
    textPart(" Raise the maximum batch size, or add an instance. "),
    ...ttftClause(facts, true),
    textPart("."),
  ],
  isCausedByStall: true,
  additionalSentence: (facts) => (isBatchFull(facts) ? batchSentence(facts) : []),
  fleetSentence: (facts) => [
    textPart(`${facts.title} has `),
    ...waitingCountSentence(facts, batchOf(facts.statusNumbers ?? {}, listFull(facts)).minWaiting),
    textPart(" waiting for a batch slot, and its "),
    ...ttftClause(facts),
    textPart("."),
  ],
};

function isBatchFull({
  statusNumbers = {},
  limits,
}: Pick<OverviewRowFacts, "statusNumbers" | "limits">): boolean {
  const full = findInstancesWithFullBatch(statusNumbers, limits);
  if (full !== null) return full.length > 0;
  const { minWaiting = null, constantRunning = null, finishedWhileConstant = null } = statusNumbers;
  return (
    [minWaiting, constantRunning, finishedWhileConstant].every((one) => exceedsLimit(one, 0) === true) &&
    !hasCachePressure({ statusNumbers, limits })
  );
}

function listFull({
  statusNumbers = {},
  limits,
}: Pick<OverviewRowFacts, "statusNumbers" | "limits">): readonly InstanceNumbers[] {
  return findInstancesWithFullBatch(statusNumbers, limits) ?? [];
}

/**
 * Returns the numbers of the instances whose batch is full, or the numbers of the deployment if no such instance is
 * known.
 */
function batchOf(
  { minWaiting = null, constantRunning = null, meanKvUsageRatio = null }: Partial<StatusNumbers>,
  full: readonly InstanceNumbers[],
): Pick<StatusNumbers, "minWaiting" | "constantRunning" | "meanKvUsageRatio"> {
  if (full.length === 0) return { minWaiting, constantRunning, meanKvUsageRatio };
  const sumOf = (key: "minWaiting" | "constantRunning"): number =>
    full.reduce((sum, one) => sum + (one[key] ?? 0), 0);
  const usage = full.flatMap((one) => one.meanKvUsageRatio ?? []);
  return {
    minWaiting: sumOf("minWaiting"),
    constantRunning: sumOf("constantRunning"),
    meanKvUsageRatio: usage.length === 0 ? null : Math.max(...usage),
  };
}

function batchSentence({ slug, limits, readings, statusNumbers = {} }: OverviewRowFacts): Sentence {
  const full = listFull({ statusNumbers, limits });
  const { minWaiting, constantRunning, meanKvUsageRatio } = batchOf(statusNumbers, full);
  const affectedText = instancesText(full, statusNumbers);
  const [running, waiting] = [
    constantRunning === null
      ? numberPart(slug, { signal: "running", reading: readings.running })
      : measuredPart(slug, "running", constantRunning),
    minWaiting === null
      ? numberPart(slug, { signal: "waiting", reading: readings.waiting })
      : measuredPart(slug, "waiting", minWaiting),
  ];
  return [
    textPart(
      `The batch${affectedText === "" ? "" : ` of ${affectedText}`} is full: throughout the last ${waitingWindowText({ limits, statusNumbers })}, `,
    ),
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

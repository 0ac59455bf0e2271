/** KV pressure: requests wait because the KV cache of an instance is full. */
import type { Sentence } from "@/lib/model/sentence";
import type { Limits } from "@/lib/model/deployment/limits";
import { isWaitingForCache } from "@/lib/model/status/cache-pressure";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import { durationText, measuredPart, numberPart, textPart, ttftClause } from "./sentence-parts";
import type { RowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose requests wait or are preempted because the KV cache is full. */
export const kvPressureStatus: StatusRule<"kv-pressure"> = {
  id: "kv-pressure",
  label: "KV pressure",
  tone: "bad",
  subjectLimit: "ttftP95Seconds",
  nextStep: { text: "prompt length", page: "signals", signal: "prompt-length" },
  affectedReadings: ["waiting", "kvUsage"],
  matches: (evidence) => isUnderPressure(evidence, evidence.limits),
  pointFields: ["waiting", "kvUsage", "preemptions"],
  matchesAt: ({ waiting, kvUsage, preemptions }, limits) =>
    isWaitingForCache(
      { waitingRequests: waiting, kvUsageRatio: kvUsage, preemptionsPerSecond: preemptions },
      limits,
    ),
  sentence: (facts) => [
    ...waitingSentences(facts),
    textPart(` ${remedyText} `),
    ...ttftClause(facts, true),
    textPart("."),
  ],
  isCausedByStall: true,
  addedSentence: (facts) => (isPressureInStatus(facts) ? waitingSentences(facts) : []),
  fleetSentence: (facts) => [
    textPart(`${facts.title} has `),
    numberPart(facts.slug, { signal: "waiting", reading: facts.readings.waiting }),
    textPart(" waiting for space in the KV cache, and its "),
    ...ttftClause(facts),
    textPart("."),
  ],
};

type Pressure = Pick<StatusNumbers, "minWaiting" | "meanKvUsageRatio" | "preemptionsPerSecond">;

function isUnderPressure(
  { minWaiting, meanKvUsageRatio, preemptionsPerSecond }: Pressure,
  limits: Limits,
): boolean {
  const load = { waitingRequests: minWaiting, kvUsageRatio: meanKvUsageRatio, preemptionsPerSecond };
  return isWaitingForCache(load, limits) === true;
}

/**
 * Returns whether the numbers for the status show a full KV cache with waiting requests; false when they are
 * unknown.
 */
export function isPressureInStatus({
  statusNumbers = {},
  limits,
}: Pick<RowFacts, "statusNumbers" | "limits">): boolean {
  const { minWaiting = null, meanKvUsageRatio = null, preemptionsPerSecond = null } = statusNumbers;
  return isUnderPressure({ minWaiting, meanKvUsageRatio, preemptionsPerSecond }, limits);
}

/** The status does not know the format of the cache. */
const remedyText = "Store the KV cache as FP8 if it is not FP8 yet, shorten contexts, or add GPU memory.";

/** States the numbers that determined the status or, if they are missing, the mean number of waiting requests in the row. */
function waitingSentences({ slug, readings, limits, statusNumbers = {} }: RowFacts): Sentence {
  const { minWaiting = null, meanKvUsageRatio = null, preemptionsPerSecond = null } = statusNumbers;
  if (minWaiting === null || (meanKvUsageRatio === null && preemptionsPerSecond === null))
    return [
      numberPart(slug, { signal: "waiting", reading: readings.waiting }),
      textPart(" are waiting for space in the KV cache."),
    ];
  const isPreempting = preemptionsPerSecond !== null && preemptionsPerSecond > limits.preemptionsPerSecond;
  return [
    textPart(`In the last ${durationText(limits.waitingSeconds * 1_000)}, at least `),
    measuredPart(slug, "waiting", minWaiting),
    textPart(" were waiting for space in the KV cache"),
    ...(isPreempting
      ? [
          textPart(", and requests were preempted ("),
          measuredPart(slug, "preemptions", preemptionsPerSecond),
          textPart(")"),
        ]
      : []),
    textPart("."),
    ...(meanKvUsageRatio === null
      ? []
      : [
          textPart(" The fullest KV cache was "),
          measuredPart(slug, "kv-usage", meanKvUsageRatio),
          textPart(" full."),
        ]),
  ];
}

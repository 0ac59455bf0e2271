/** KV pressure: requests wait because the KV cache of an instance is full. */
import type { Sentence } from "@/lib/model/sentence";
import type { Limits } from "@/lib/model/deployment/limits";
import { isWaitingForCache } from "@/lib/model/status/cache-pressure";
import { findInstancesWaitingForCache } from "@/lib/model/status/instance-load";
import type { InstanceNumbers, StatusNumbers } from "@/lib/model/status/status-facts";
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

/** Status of a deployment whose requests wait or are preempted because the KV cache is full. */
export const kvPressureStatus: StatusRule<"kv-pressure"> = {
  id: "kv-pressure",
  label: "KV pressure",
  problemName: "KV pressure",
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
  additionalSentence: (facts) => (hasCachePressure(facts) ? waitingSentences(facts) : []),
  fleetSentence: (facts) => [
    textPart(`${facts.title} has `),
    ...waitingCountSentence(facts, pressureOf(facts.statusNumbers ?? {}, listPressured(facts)).minWaiting),
    textPart(" waiting for space in the KV cache, and its "),
    ...ttftClause(facts),
    textPart("."),
  ],
};

type Pressure = Pick<StatusNumbers, "minWaiting" | "meanKvUsageRatio" | "preemptionsPerSecond" | "instances">;

/**
 * Returns whether requests wait for a full KV cache. Waiting requests of one instance and a full KV cache of a
 * different instance do not count.
 */
function isUnderPressure(pressure: Pressure, limits: Limits): boolean {
  const pressured = findInstancesWaitingForCache(pressure, limits);
  if (pressured !== null) return pressured.length > 0;
  const { minWaiting, meanKvUsageRatio, preemptionsPerSecond } = pressure;
  const load = { waitingRequests: minWaiting, kvUsageRatio: meanKvUsageRatio, preemptionsPerSecond };
  return isWaitingForCache(load, limits) === true;
}

/**
 * Returns whether the numbers for the status show a full KV cache with waiting requests; false when they are
 * unknown.
 */
export function hasCachePressure({
  statusNumbers = {},
  limits,
}: Pick<OverviewRowFacts, "statusNumbers" | "limits">): boolean {
  const { minWaiting = null, meanKvUsageRatio = null, preemptionsPerSecond = null } = statusNumbers;
  return isUnderPressure({ ...statusNumbers, minWaiting, meanKvUsageRatio, preemptionsPerSecond }, limits);
}

/**
 * Remedy for a full KV cache. Its first part is conditional, because the status does not depend on the format of the
 * cache.
 */
const remedyText = "Store the KV cache as FP8 if it is not FP8 yet, shorten contexts, or add GPU memory.";

/** States the numbers that determined the status or, if they are missing, the mean number of waiting requests in the row. */
function waitingSentences({ slug, readings, limits, statusNumbers = {} }: OverviewRowFacts): Sentence {
  const pressured = listPressured({ statusNumbers, limits });
  const { minWaiting, meanKvUsageRatio, preemptionsPerSecond } = pressureOf(statusNumbers, pressured);
  const affectedText = instancesText(pressured, statusNumbers);
  if (minWaiting === null || (meanKvUsageRatio === null && preemptionsPerSecond === null))
    return [
      numberPart(slug, { signal: "waiting", reading: readings.waiting }),
      textPart(" are waiting for space in the KV cache."),
    ];
  const isPreempting = preemptionsPerSecond !== null && preemptionsPerSecond > limits.preemptionsPerSecond;
  return [
    textPart(`Throughout the last ${waitingWindowText({ limits, statusNumbers })}, at least `),
    measuredPart(slug, "waiting", minWaiting),
    textPart(` were waiting for space in the KV cache${affectedText === "" ? "" : ` of ${affectedText}`}`),
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

function listPressured({
  statusNumbers = {},
  limits,
}: Pick<OverviewRowFacts, "statusNumbers" | "limits">): readonly InstanceNumbers[] {
  return findInstancesWaitingForCache(statusNumbers, limits) ?? [];
}

/**
 * Returns the numbers of the instances under pressure, or the numbers of the deployment if no such instance is known.
 */
function pressureOf(
  { minWaiting = null, meanKvUsageRatio = null, preemptionsPerSecond = null }: Partial<StatusNumbers>,
  pressured: readonly InstanceNumbers[],
): Omit<Pressure, "instances"> {
  if (pressured.length === 0) return { minWaiting, meanKvUsageRatio, preemptionsPerSecond };
  const known = (key: "minWaiting" | "meanKvUsageRatio" | "preemptionsPerSecond"): readonly number[] =>
    pressured.flatMap((one) => one[key] ?? []);
  const sumOf = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  const usage = known("meanKvUsageRatio");
  return {
    minWaiting: sumOf(known("minWaiting")),
    meanKvUsageRatio: usage.length === 0 ? null : Math.max(...usage),
    preemptionsPerSecond: sumOf(known("preemptionsPerSecond")),
  };
}

/** Compares values and reasons of any page with the truth about a strange case. */
import type { AbsenceReason, Reading } from "@/lib/model/reading";
import { changeSeconds, type CaseTruth, type Traffic } from "./make-case";
import type { ExposedFamily, ProfileSignal } from "./profile";
import { findEngineProfile } from "./profiles";

const servingTraffics: readonly Traffic[] = ["busy", "slow", "failing", "aborting", "silent"];

/** Returns whether requests finish until the end of the history. */
export const isServing = ({ traffic }: CaseTruth): boolean => servingTraffics.includes(traffic);
/** Returns whether nothing finishes and nothing runs. */
export const isQuiet = (truth: CaseTruth): boolean => !isServing(truth) && truth.traffic !== "stalled";
/** Returns whether no target responds. */
export const areAllDead = ({ deadCount, targetCount }: CaseTruth): boolean => deadCount === targetCount;

const feeds = (families: readonly ExposedFamily[], signal: ProfileSignal): readonly ExposedFamily[] =>
  families.filter(({ signals }) => signals.includes(signal));

const rateOf = ({ shape }: ExposedFamily, { state }: CaseTruth): number =>
  shape.kind === "gauge" ? 0 : state.flows[shape.flow];

/** Returns whether the series of a family exist at the end, or were there before a target died. */
function doesExist(family: ExposedFamily, truth: CaseTruth): boolean {
  if (truth.traffic === "fresh" && family.isEarly !== true) return false;
  return family.firstEventCreation === undefined || rateOf(family, truth) > 0;
}

/** Statistic of a distribution. */
export type Part = "percentile" | "mean";

/** Returns whether the targets expose everything that a signal, or one of its statistics, needs. */
export function isExposed(signal: ProfileSignal, truth: CaseTruth, part?: Part): boolean {
  const families = feeds(truth.families, signal);
  const lost = { percentile: "buckets", mean: "sum" } as const;
  return (
    families.length > 0 &&
    !(part !== undefined && families.some(({ missingSeries: lacks }) => lacks === lost[part])) &&
    !truth.signalsWithoutFamily.has(signal) &&
    families.some((family) => doesExist(family, truth))
  );
}

/** Returns whether zero is the true value of a signal that the targets count or measure. */
export function isTrueZero(signal: ProfileSignal, truth: CaseTruth): boolean {
  const families = feeds(truth.families, signal);
  if (families.length === 0 || truth.signalsWithoutFamily.has(signal) || areAllDead(truth)) return false;
  return families.every((family) => {
    const { shape, firstEventCreation } = family;
    if (shape.kind === "gauge")
      return doesExist(family, truth) && shape.level !== "constant" && isZeroLevel(shape.level, truth);
    if (shape.kind === "histogram" && shape.observed !== "length" && shape.observed !== "e2e") return false;
    if (isServing(truth) && rateOf(family, truth) > 0) return false;
    if (doesExist(family, truth)) return true;
    if (firstEventCreation === undefined || truth.traffic === "fresh") return false;
    return (
      firstEventCreation.evidence === "always" ||
      (firstEventCreation.evidence === "failure" && truth.traffic === "failing")
    );
  });
}

function isZeroLevel(
  level: Exclude<keyof CaseTruth["state"]["levels"], "constant">,
  truth: CaseTruth,
): boolean {
  return truth.state.levels[level](changeSeconds.renamed + 120) === 0;
}

/** Returns the false claims of one reading, each as a phrase. */
export function listReadingClaims(
  signal: ProfileSignal,
  reading: Reading,
  truth: CaseTruth,
  part?: Part,
): readonly string[] {
  const { meanOnly = [] } = findEngineProfile(truth.engine);
  if (part === "percentile" && meanOnly.some((one) => one === signal))
    return reading.kind === "absent" ? [] : [`invented percentile of ${signal}: ${reading.value}`];
  if (reading.kind === "present") {
    const isInvented = !isExposed(signal, truth, part) && !(reading.value === 0 && isTrueZero(signal, truth));
    if (isInvented) return [`invented ${signal}: ${reading.value}`];
    return reading.value === 0 && !isTrueZero(signal, truth) ? [`false zero: ${signal}`] : [];
  }
  return isTrueReason(signal, reading.reason, truth, part) || isPartlyUnknown(reading, truth)
    ? []
    : [`false reason of ${signal}: ${reading.reason}: ${reading.detail}`];
}

/** Returns whether a reading without requests states that the number of running requests is unknown, and it is. */
export const isPartlyUnknown = (
  { reason, detail }: Pick<Extract<Reading, { kind: "absent" }>, "reason" | "detail">,
  truth: CaseTruth,
): boolean =>
  reason === "no-traffic" &&
  truth.traffic === "stalled" &&
  !isExposed("running", truth) &&
  detail.includes("running is unknown");

/** Returns whether a reason for a missing value is true. */
export function isTrueReason(
  signal: ProfileSignal,
  reason: AbsenceReason,
  truth: CaseTruth,
  part?: Part,
): boolean {
  const { isRenamed, traffic, families } = truth;
  // The targets serve another model, or none responds: any of several reasons is true.
  if (isRenamed || areAllDead(truth)) return reason !== "no-series" || isRenamed;
  switch (reason) {
    case "metric-absent":
    case "not-exposed":
      return !isExposed(signal, truth, part);
    case "no-traffic":
      return isQuiet(truth);
    case "too-few-samples":
      return (
        !isServing(truth) ||
        !truth.hasSteadyTarget ||
        feeds(families, signal).some((family) => rateOf(family, truth) === 0)
      );
    case "frozen-gauge":
      return traffic === "stalled";
    default:
      return false;
  }
}

/** Compares a row of the overview with the truth about a strange deployment. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import { sentenceText } from "@/lib/format/sentence-text";
import { nameAfterRename, type FleetTruth, type StrangeFleet } from "./strange-fleets";

type Judged = Pick<JudgedRow, "status" | "sentence" | "readings">;
type ReadingName = keyof JudgedRow["readings"];

/** No case upgrades an engine, changes a flag, or has series that another selector would find. */
const falseReasons = /existed before|Add a selector|upgraded|flags changed/;

/** Returns the false statements of a row, each as a sentence; empty when all of them are true. */
export function listFalseStatements({ model, truth }: StrangeFleet, row: Judged): readonly string[] {
  const text = sentenceText(row.sentence);
  const details = Object.values(row.readings).flatMap((one) => (one.kind === "absent" ? [one.detail] : []));
  return [
    ...[text, ...details].filter((one) => falseReasons.test(one)).map((one) => `false reason: ${one}`),
    ...listFalseZeros(truth, row.readings),
    ...listWrongAbsences(truth, row.readings),
    ...listWrongStatuses({ model, truth }, row.status, text),
  ];
}

const isServing = ({ traffic }: FleetTruth): boolean => traffic === "busy" || traffic === "slow";
/** The engine finishes nothing, and nothing runs. */
const isQuiet = (truth: FleetTruth): boolean => isIdle(truth) || truth.traffic === "refused";
const isIdle = ({ traffic }: FleetTruth): boolean => traffic === "idle" || traffic === "fresh";
const areAllDead = ({ deadCount, targetCount }: FleetTruth): boolean => deadCount === targetCount;

function listFalseZeros(truth: FleetTruth, readings: Judged["readings"]): readonly string[] {
  const hasZero: { readonly [Name in ReadingName]: boolean } = {
    ttftP95: false,
    ttftMean: false,
    tpotP95: false,
    tpotMean: false,
    requestRate: !isServing(truth) && truth.traffic !== "fresh",
    outputTokenRate: !isServing(truth) && truth.traffic !== "fresh",
    running: isQuiet(truth),
    waiting: !truth.missingSeries.has("waiting"),
    kvUsage: false,
    errorRatio: isServing(truth) && truth.errorRatio === 0,
    abortRatio: isServing(truth) && truth.countsAborts,
  };
  return (Object.keys(hasZero) as ReadingName[])
    .filter((name) => isZero(readings[name]) && (!hasZero[name] || areAllDead(truth)))
    .map((name) => `false zero: ${name}`);
}

const isZero = (reading: Reading): boolean => reading.kind === "present" && reading.value === 0;

function listWrongAbsences(truth: FleetTruth, readings: Judged["readings"]): readonly string[] {
  const { missingSeries, ttft, traffic } = truth;
  const isMissing: { readonly [Name in ReadingName]?: boolean } = {
    ttftP95: ttft === "missing" || traffic === "fresh",
    running: false,
    waiting: missingSeries.has("waiting"),
    kvUsage: missingSeries.has("kvUsage"),
    outputTokenRate: missingSeries.has("outputTokenRate") || traffic === "fresh",
  };
  return (Object.keys(isMissing) as ReadingName[]).flatMap((name) => {
    const reading = readings[name];
    if (reading.kind === "present") return isMissing[name] === true ? [`invented: ${name}`] : [];
    const claims = {
      "metric-absent": isMissing[name] === true || truth.isRenamed,
      "no-traffic": isQuiet(truth) || truth.isRenamed,
      "target-down": areAllDead(truth),
    };
    return Object.entries(claims)
      .filter(([reason, isTrue]) => reading.reason === reason && !isTrue)
      .map(([reason]) => `false reason of ${name}: ${reason}`);
  });
}

function listWrongStatuses(
  { model, truth }: Pick<StrangeFleet, "model" | "truth">,
  { id, currentIds }: Judged["status"],
  text: string,
): readonly string[] {
  const { errorRatio, deadCount, hungInstances, isRenamed, traffic, ttft } = truth;
  if (areAllDead(truth)) return id === "source-down" ? [] : [`status ${id} although all targets are down`];
  if (isRenamed)
    return id === "cannot-tell" && text.includes(nameAfterRename(model))
      ? []
      : [`status ${id} of a renamed model: ${text}`];
  const isFailing = (errorRatio ?? 0) > 0.001;
  const isHealthy = deadCount === 0 && hungInstances.length === 0 && !truth.isUnderPressure;
  const isOk = traffic === "busy" && ttft === "observed" && isHealthy && !isFailing;
  const claims: readonly (readonly [boolean, string])[] = [
    [id === "ok" && !isOk, "false ok"],
    [id === "ok" && errorRatio === null && !text.includes("Errors are unknown"), "ok hides unknown errors"],
    [id === "no-traffic" && !isIdle(truth), "no traffic although requests run"],
    [deadCount > 0 && !currentIds.includes("instances-down"), "silent about a dead target"],
    [deadCount === 0 && currentIds.includes("instances-down"), "invents a dead target"],
    [isFailing && !currentIds.includes("errors"), "silent about failed requests"],
    [!isFailing && currentIds.includes("errors"), "invents failed requests"],
    [
      traffic === "slow" && ttft === "observed" && !currentIds.includes("slow-ttft"),
      "silent about slow TTFT",
    ],
    [traffic !== "slow" && currentIds.includes("slow-ttft"), "invents a slow TTFT"],
    [
      traffic !== "stalled" && hungInstances.length === 0 && currentIds.includes("stalled"),
      "invents a stall",
    ],
    ...listReplicaClaims(truth, { id, currentIds, text }),
    [id === "source-down", "reports all targets as down"],
  ];
  return claims.flatMap(([isFalse, claim]) => (isFalse ? [`${claim}: ${currentIds.join()}: ${text}`] : []));
}

interface StatusClaims extends Pick<Judged["status"], "id" | "currentIds"> {
  readonly text: string;
}

/** Returns statements about single replicas, each with whether it is false. */
function listReplicaClaims(
  { hungInstances, isUnderPressure, missingSeries }: FleetTruth,
  { id, currentIds, text }: StatusClaims,
): readonly (readonly [boolean, string])[] {
  const [onlyHung, ...furtherHung] = hungInstances;
  const isHangVisible = onlyHung !== undefined && !missingSeries.has("outputTokenRate");
  const isPressureVisible = isUnderPressure && !missingSeries.has("waiting") && !missingSeries.has("kvUsage");
  const hasPressure = currentIds.includes("kv-pressure");
  return [
    [isHangVisible && !currentIds.includes("stalled"), "silent about a replica that hangs"],
    [
      isHangVisible && furtherHung.length === 0 && id === "stalled" && !text.includes(onlyHung),
      "does not name the replica that hangs",
    ],
    [isPressureVisible && !hasPressure, "silent about KV pressure"],
    [!isUnderPressure && hasPressure, "invents KV pressure"],
    [currentIds.includes("batch-slots"), "invents a full batch"],
  ];
}

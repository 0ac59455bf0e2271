/** Compares the row, the headline, the events and the data check of a strange case with the truth about it. */
import type { JudgedRow, OverviewResponse } from "@/lib/contracts/overview";
import { sentenceText } from "@/lib/format/sentence-text";
import type { CheckRow } from "@/lib/model/data-check";
import type { SignalId } from "@/lib/model/signals/signals";
import { nameAfterRename, type CaseTruth, type StrangeCase } from "./make-case";
import type { ProfileSignal } from "./profile";
import {
  areAllDead,
  isExposed,
  isPartlyUnknown,
  isQuiet,
  isServing,
  isTrueReason,
  isTrueZero,
  listReadingClaims,
  type Part,
} from "./reading-claims";

/** No case upgrades an engine, changes a flag, or has series that another selector would find. */
const falseReasons = /existed before|Add a selector|[Uu]pgraded|flags changed/;

const signalOf: { readonly [Name in keyof JudgedRow["readings"]]: ProfileSignal } = {
  ttftP95: "ttft",
  ttftMean: "ttft",
  tpotP95: "tpot",
  tpotMean: "tpot-mean",
  requestRate: "requests",
  outputTokenRate: "output-tokens",
  running: "running",
  waiting: "waiting",
  kvUsage: "kv-usage",
  errorRatio: "errors",
  abortRatio: "aborts",
};

/** Returns the false claims of a row. */
export function listRowClaims({ model, truth }: StrangeCase, row: JudgedRow): readonly string[] {
  const text = sentenceText(row.sentence);
  const names = Object.keys(signalOf) as (keyof typeof signalOf)[];
  return [
    ...names.flatMap((name) => listReadingClaims(signalOf[name], row.readings[name], truth, partOf(name))),
    ...listTextClaims(text),
    ...listStatusClaims({ model, truth }, row.status, text),
  ];
}

const partOf = (name: string): Part | undefined => {
  if (name.endsWith("P95")) return "percentile";
  return name.endsWith("Mean") ? "mean" : undefined;
};

const listTextClaims = (text: string): readonly string[] =>
  falseReasons.test(text) ? [`false reason: ${text}`] : [];

/** Returns whether OK is the true status: within the limits, with everything that the status needs. */
function isHealthy(truth: CaseTruth): boolean {
  const { traffic, deadCount, isRenamed } = truth;
  const isUnseenProblem = (traffic === "failing" && !isExposed("errors", truth)) || traffic === "aborting";
  return (
    !isRenamed &&
    deadCount === 0 &&
    isExposed("ttft", truth, "percentile") &&
    (traffic === "busy" || isUnseenProblem)
  );
}

function listStatusClaims(
  { model, truth }: Pick<StrangeCase, "model" | "truth">,
  { id, currentIds }: Pick<JudgedRow["status"], "id" | "currentIds">,
  text: string,
): readonly string[] {
  if (areAllDead(truth)) return id === "source-down" ? [] : [`status ${id} although all targets are down`];
  if (truth.isRenamed)
    return id === "cannot-tell" && text.includes(nameAfterRename(model))
      ? []
      : [`status ${id} of a renamed model: ${text}`];
  const { traffic, deadCount } = truth;
  const has = (status: (typeof currentIds)[number]): boolean => currentIds.includes(status);
  const isFailing = traffic === "failing" && isExposed("errors", truth);
  const isAborting = traffic === "aborting" && isExposed("aborts", truth);
  const isSlow = traffic === "slow" && isExposed("ttft", truth, "percentile");
  const hidesFlight = !isExposed("running", truth) && text.includes("running is unknown");
  const areErrorsKnown = isExposed("errors", truth) || isTrueZero("errors", truth);
  const claims: readonly (readonly [boolean, string])[] = [
    [id === "ok" && !isHealthy(truth), "false ok"],
    [id === "ok" && !areErrorsKnown && !text.includes("Errors are unknown"), "ok hides unknown errors"],
    [
      id === "no-traffic" && !isQuiet(truth) && !(traffic === "stalled" && hidesFlight),
      "no traffic although requests run",
    ],
    [
      /none is running/.test(text) &&
        !isExposed("running", truth) &&
        !(traffic === "fresh" && truth.engine === "dynamo"),
      "claims that none runs without a gauge",
    ],
    [
      /or waiting|none is waiting/.test(text) &&
        !isExposed("waiting", truth) &&
        !(traffic === "fresh" && truth.engine === "dynamo"),
      "claims that none waits without a gauge",
    ],
    [deadCount > 0 !== has("instances-down"), "silent about a dead target, or invents one"],
    [isFailing !== has("errors"), "silent about failed requests, or invents them"],
    [isAborting !== has("aborts"), "silent about aborted requests, or invents them"],
    [isSlow !== has("slow-ttft"), "silent about slow TTFT, or invents it"],
    [traffic !== "stalled" && has("stalled"), "invents a stall"],
    [has("slow-tpot") || has("kv-pressure") || has("batch-slots"), "invents a limit"],
    [!isServing(truth) && /Requests finish/.test(text), "claims that requests finish"],
    [id === "source-down", "reports all targets as down"],
  ];
  return claims.flatMap(([isFalse, claim]) => (isFalse ? [`${claim}: ${currentIds.join()}: ${text}`] : []));
}

/** Returns the false claims of the headline and of the sums of a fleet with only this deployment. */
export function listHeadlineClaims(
  { truth }: StrangeCase,
  { headline, counts, fleet }: OverviewResponse,
): readonly string[] {
  const text = sentenceText(headline);
  const sums = ["requestRate", "outputTokenRate", "running", "waiting", "errorRatio", "abortRatio"] as const;
  const praises = /within (?:its|their) limits/.test(text);
  return [
    ...listTextClaims(text),
    ...(counts.ok > 0 && !isHealthy(truth) ? [`the headline counts it as OK: ${text}`] : []),
    ...(praises && !isHealthy(truth) ? [`the headline praises it: ${text}`] : []),
    ...(/none has traffic/.test(text) && isServing(truth)
      ? [`the headline denies its traffic: ${text}`]
      : []),
    ...(areAllDead(truth) === (counts.down === 0) ? [`the headline counts ${counts.down} as down`] : []),
    ...sums.flatMap((name) => listReadingClaims(signalOf[name], fleet[name], truth)),
  ].map((claim) => `headline: ${claim}`);
}

/** Returns the false claims of the data check. */
export function listCheckClaims({ truth }: StrangeCase, rows: readonly CheckRow[]): readonly string[] {
  return rows
    .flatMap(({ signal, reason, detail, value }): readonly string[] => {
      const isOneOfMeans =
        isTrueZero(signal, truth) ||
        isExposed(signal, truth, "mean") ||
        (signal === "tpot" && isExposed("tpot-mean", truth, "mean"));
      return [
        ...listTextClaims(detail).map((claim) => `${signal}: ${claim}`),
        ...(value !== null && !isOneOfMeans ? [`invented ${signal}: ${value}`] : []),
        ...(value === 0 && !isTrueZero(signal, truth) ? [`false zero: ${signal}`] : []),
        ...(reason === "name-changed" ? [`false reason of ${signal}: ${detail}`] : []),
        ...(reason !== null &&
        reason !== "name-changed" &&
        !isTrueCheckReason(signal, reason, truth) &&
        !isPartlyUnknown({ reason, detail }, truth)
          ? [`false reason of ${signal}: ${reason}: ${detail}`]
          : []),
      ];
    })
    .map((claim) => `data check: ${claim}`);
}

type Reason = Exclude<NonNullable<CheckRow["reason"]>, "name-changed">;

const isTrueCheckReason = (signal: SignalId, reason: Reason, truth: CaseTruth): boolean =>
  isTrueReason(signal === "tpot" ? "tpot-mean" : signal, reason, truth, "mean");

/** Returns the events that did not happen, and the outages without an event. */
export function listEventClaims({ truth }: StrangeCase, titles: readonly string[]): readonly string[] {
  const isOutage = (title: string): boolean => /\b(?:is|are) down/.test(title);
  const isScaling = (title: string): boolean => / (?:→|to) \d+ (?:replica|instance)/.test(title);
  const isTrueEvent = (title: string): boolean =>
    isOutage(title) ? truth.deadCount + truth.removedCount > 0 : isScaling(title) && truth.removedCount > 0;
  const invented = titles.filter((title) => !isTrueEvent(title));
  const isSilent = truth.deadCount > 0 && !titles.some(isOutage);
  return [
    ...invented.map((title) => `invented event: ${title}`),
    ...(isSilent ? ["no event for a dead target"] : []),
  ];
}

/**
 * The status of the fleet in one sentence: first unreachable deployments, then deployments in trouble, with the numbers
 * of the worst deployment.
 */
import type { Sentence } from "@/lib/model/sentence";
import type { StatusTone } from "@/lib/model/status/status-tone";
import { joinWithAnd } from "@/lib/base/join-sentences";
import { areErrorsUnmeasured, listLessSevereProblems } from "./additional-sentences";
import { deploymentSentence } from "./deployment-sentence";
import {
  lowerCaseFirstWord,
  firstSentence,
  noSeriesDetail,
  textPart,
  ttftUnavailableText,
} from "./sentence-parts";
import type { OverviewRowFacts } from "./status-rule";
import { statusRule, type StatusId } from "./statuses";

const numerals = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const numeral = (count: number): string => numerals[count] ?? String(count);

function withTone(rows: readonly OverviewRowFacts[], tone: StatusTone): readonly OverviewRowFacts[] {
  return rows.filter(({ status }) => statusRule(status).tone === tone);
}

/** Numbers of deployments whose status is not known yet. */
export interface UnjudgedCounts {
  /** Deployments that are still loading. */
  readonly pending: number;
  /** Deployments that could not be read. */
  readonly failed: number;
}

/**
 * Returns the status of all deployments in one sentence: the summary, then the worst deployment. `rows` are
 * sorted worst first.
 */
export function fleetSentence(
  rows: readonly OverviewRowFacts[],
  { pending, failed }: UnjudgedCounts,
): Sentence {
  const total = rows.length + pending + failed;
  if (total === 0)
    return [
      textPart("No deployment was discovered yet.", true),
      textPart(" Connect a Prometheus that scrapes a serving engine, and the deployment appears here."),
    ];
  const down = withTone(rows, "down");
  const unhealthy = withTone(rows, "bad");
  const [firstDown] = down;
  const [worstDeployment] = unhealthy;
  if (firstDown !== undefined) {
    const rest =
      worstDeployment === undefined
        ? []
        : [textPart(" "), ...unhealthyClause(worstDeployment, unhealthy.length, total)];
    return [
      textPart(downClause(firstDown, down.length, total), true),
      ...deploymentSentence(firstDown),
      ...rest,
    ];
  }
  if (worstDeployment !== undefined) return unhealthyClause(worstDeployment, unhealthy.length, total);
  const current = rows.filter(({ isOutdated }) => isOutdated !== true);
  const outdated = rows.length - current.length;
  const unknown = failed + withTone(current, "unknown").length + outdated;
  if (unknown > 0) {
    return [
      textPart(`${unjudgedClause(unknown, total)} be judged.`, true),
      textPart(
        unknown === total ? " The rows show the reasons." : ` ${otherDeploymentsText(current, pending)}`,
      ),
      ...partialData([...withTone(current, "ok"), ...withTone(current, "idle")], total),
      ...lastKnownStatus(outdated),
      ...missingMetric(current),
    ];
  }
  if (pending === total) {
    const those =
      total === 1
        ? " the deployment is"
        : total === 2
          ? " both deployments are"
          : ` all ${numeral(total).toLowerCase()} deployments are`;
    return [textPart("Status unknown:", true), textPart(`${those} still loading.`)];
  }
  if (pending > 0)
    return [
      textPart("No deployment is in trouble so far.", true),
      textPart(
        ` ${numeral(pending)} of ${numeral(total).toLowerCase()} deployments ${pending === 1 ? "is" : "are"} still loading.`,
      ),
      ...partialData(rows, total),
    ];
  const idle = withTone(rows, "idle").length;
  if (idle === total)
    return [
      textPart("No deployment is in trouble:", true),
      textPart(" none has traffic."),
      ...partialData(rows, total),
    ];
  return [
    textPart("No deployment is in trouble:", true),
    textPart(
      total === 1
        ? " it is within its limits."
        : idle === 0
          ? ` all ${numeral(total).toLowerCase()} deployments are within their limits.`
          : ` ${countHealthyAndIdle(total - idle, idle)}.`,
    ),
    ...unknownErrors(rows, total),
    ...partialData(rows, total),
  ];
}

/** A deployment without traffic is not within its limits, because nothing was measured. */
function countHealthyAndIdle(healthy: number, idle: number): string {
  const healthyText = `${numeral(healthy).toLowerCase()} ${healthy === 1 ? "is within its limits" : "are within their limits"}`;
  return `${healthyText}, and ${numeral(idle).toLowerCase()} ${idle === 1 ? "has" : "have"} no traffic`;
}

/** States how many deployments may fail requests without counting them. */
function unknownErrors(rows: readonly OverviewRowFacts[], total: number): Sentence {
  const unknown = rows.filter((row) => row.isTraining !== true && areErrorsUnmeasured(row.readings)).length;
  if (unknown === 0) return [];
  if (total === 1) return [textPart(" Its errors are unknown.")];
  return [textPart(` The errors of ${someDeployments(unknown, total)} are unknown.`)];
}

/** States how many deployments were judged by partial data, which may hide a problem. */
function partialData(rows: readonly OverviewRowFacts[], total: number): Sentence {
  const partial = rows.filter(({ isPartial }) => isPartial === true).length;
  if (partial === 0) return [];
  if (total === 1) return [textPart(" Its data are partial, so problems may remain undetected.")];
  return [
    textPart(
      ` The data of ${someDeployments(partial, total)} are partial, so problems may remain undetected.`,
    ),
  ];
}

/** States how many rows show a status from before the last read failed. */
function lastKnownStatus(count: number): Sentence {
  if (count === 0) return [];
  return [textPart(` ${numeral(count)} ${count === 1 ? "row shows" : "rows show"} the last known status.`)];
}

function someDeployments(count: number, total: number): string {
  if (count === total) return "all deployments";
  return count === 1 ? "one deployment" : `${numeral(count).toLowerCase()} deployments`;
}

/** Names the first deployment whose metric or series are missing, because an operator has to restore them. */
function missingMetric(rows: readonly OverviewRowFacts[]): Sentence {
  for (const { title, status, readings } of rows) {
    const { ttftP95: reading } = readings;
    const noSeries = noSeriesDetail(readings);
    const isUnknown = statusRule(status).tone === "unknown";
    if (isUnknown && noSeries !== undefined) return [textPart(` ${title}: ${lowerCaseFirstWord(noSeries)}`)];
    const isMetricAbsent = reading.kind === "absent" && reading.reason === "metric-absent";
    if (isUnknown && isMetricAbsent) return [textPart(` ${ttftUnavailableText(reading, title) ?? ""}`)];
  }
  return [];
}

function unjudgedClause(count: number, total: number): string {
  const of = `of ${numeral(total).toLowerCase()} deployments`;
  if (count < total) return `${numeral(count)} ${of} cannot`;
  return count === 2 ? `Neither ${of} can` : "No deployment can";
}

/** Describes the deployments other than those that cannot be judged; none of them is in trouble. */
function otherDeploymentsText(rows: readonly OverviewRowFacts[], pending: number): string {
  const ok = withTone(rows, "ok").length;
  const idle = withTone(rows, "idle").length;
  if (pending === 0 && ok === 0)
    return idle === 1 ? "The other has no traffic." : "The others have no traffic.";
  if (pending === 0 && idle > 0) return `Of the others, ${countHealthyAndIdle(ok, idle)}.`;
  if (pending === 0)
    return ok === 1 ? "The other is within its limits." : "The others are within their limits.";
  return pending === 1 ? "One is still loading." : `${numeral(pending)} are still loading.`;
}

function downClause(first: OverviewRowFacts, count: number, total: number): string {
  if (total === 1) return `${first.title} is unreachable: `;
  const of = `of ${numeral(total).toLowerCase()} deployments`;
  return count === total
    ? `None ${of} is reachable: `
    : `${numeral(count)} ${of} ${count === 1 ? "is" : "are"} unreachable: `;
}

function unhealthyClause(worstDeployment: OverviewRowFacts, count: number, total: number): Sentence {
  const lead =
    total === 1
      ? `${worstDeployment.title} is in trouble: `
      : `${numeral(count)} of ${numeral(total).toLowerCase()} deployments ${count === 1 ? "is in trouble: " : "are in trouble. Worst: "}`;
  return [textPart(lead, true), ...worstClause(worstDeployment)];
}

/** Statuses whose values are stated only in the sentence of the deployment's row. */
const rowStatuses: readonly StatusId[] = ["stalled", "instances-down", "aborts"];

/** Returns the worst problem of a deployment, and the names of its other problems, which its row explains. */
function worstClause(facts: OverviewRowFacts): Sentence {
  const { status, title, presetSentence, onset = [] } = facts;
  if (facts.isTraining === true) return [textPart(`${title}: `), ...deploymentSentence(facts)];
  const clause =
    rowStatuses.includes(status) && presetSentence !== undefined
      ? [textPart(`${title}: `), ...firstSentence(presetSentence)]
      : (statusRule(status).fleetSentence?.(facts) ?? deploymentSentence(facts));
  const furtherProblems = listLessSevereProblems(facts);
  const withOnset = onset.length === 0 ? clause : [...clause, textPart(" "), ...onset];
  if (furtherProblems.length === 0) return withOnset;
  return [...withOnset, textPart(` It also has ${joinWithAnd(furtherProblems)}.`)];
}

"use client";

import dynamic from "next/dynamic";
import { Fragment, type ReactNode } from "react";
import type { Answer, AnswerSeries, AnswerSplit, SplitGroup } from "@/lib/model/answer";
import { formatQuotedGroupName } from "@/lib/format/series-name";
import type { UsualBand } from "@/components/charts/prepare/time-series";
import type { AbsentReading, Reading } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { absenceLabel } from "@/lib/format/absence";
import {
  formatBucket,
  formatCount,
  formatQuantile,
  formatQuantileWithUnit,
  formatValue,
  formatWithUnit,
  thinSpace,
} from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatCoarseDuration, formatDuration } from "@/lib/format/time";
import { pastWindowSuffix } from "@/lib/sentences/signals/past-window-suffix";
import { DownSince } from "@/components/shared/down-since";
import { isolateDirection } from "@/components/shared/isolated-text";
import type { Panel } from "./panels";

/** Loaded with the first split by instance, not with the page. */
const SpreadText = dynamic(() => import("./spread-text").then((module) => module.SpreadText), { ssr: false });

/** Usual range now, or how much history is still missing, as text. */
export type UsualSummary = Pick<UsualBand, "text" | "isLearning">;

/** Numbers to compare the panel's value with. */
interface References {
  readonly usual?: UsualSummary | undefined;
  /** The value of the baseline as text, or that it has none. Absent if no baseline is drawn. */
  readonly baseline?: string | undefined;
}

type Present = Extract<Reading, { kind: "present" }>;

/**
 * Returns the line under a panel's title. It has the value over the last five minutes of the window, or over the scraped
 * part of these minutes. The bucket of the value, the usual range, the baseline and n follow.
 */
export function renderPanelSummary(panel: Panel, answer: Answer, references: References = {}): ReactNode {
  if (panel.drawAs === "shares") return sharesLine(answer);
  if (answer.split !== undefined) return splitLine(panel, answer, answer.split);
  const { headlineStatistic: statistic } = panel;
  const main =
    statistic === undefined
      ? answer.series[0]
      : answer.series.find((series) => series.statistic === statistic);
  if (main === undefined) return "";
  if (severalSignals(answer))
    return multipleSeriesLine(panel, answer, references) ?? absentText(main, answer);
  if (main.headline.kind === "absent")
    return meanOnlyLine(panel, answer, main) ?? absentLine(main.headline, answer);
  return (
    <>
      {statistic === undefined ? "" : `${statistic} `}
      <strong className="tnum font-semibold text-ink">{valueText(main.headline, main, panel)}</strong>
      {bucketText(main.headline, main, panel)}
      {meanText(answer, panel)}
      {knownText(references)}. {headlineWindowText(answer, main.headline.windowMs)}
      {main.headline.n === undefined ? "" : `, n${thinSpace}=${thinSpace}${formatCount(main.headline.n)}`}.
      {lineRangeText(answer)}
      {learningText(references)}
    </>
  );
}

function absentText({ headline }: AnswerSeries, answer: Answer): ReactNode {
  return headline.kind === "absent" ? absentLine(headline, answer) : "";
}

/**
 * Returns every present value and the names of the missing ones, with the reason for the first. Undefined if all are
 * missing.
 */
function multipleSeriesLine(panel: Panel, answer: Answer, references: References): string | undefined {
  const headlines = answer.series.map(({ headline }) => headline);
  const present = headlines.find((headline) => headline.kind === "present");
  if (present === undefined) return undefined;
  const valueTexts = answer.series.map((series) => labelledValueText(series, panel)).join(", ");
  const missing = headlines.find((headline) => headline.kind === "absent");
  const why = missing === undefined ? "" : ` ${missing.detail}`;
  return `${valueTexts}${knownText(references)}. ${headlineWindowText(answer, present.windowMs)}.${lineRangeText(answer)}${why}${learningText(references)}`;
}

/** Returns the mean where the percentile is missing. */
function meanOnlyLine(panel: Panel, answer: Answer, main: AnswerSeries): string | undefined {
  const mean = answer.series.find(({ statistic }) => statistic === "mean");
  if (mean?.headline.kind !== "present" || main.headline.kind !== "absent") return undefined;
  const { reason, detail } = main.headline;
  return `${main.statistic} ${absenceLabel(reason)}; mean ${valueText(mean.headline, mean, panel)}. ${headlineWindowText(answer, mean.headline.windowMs)}. ${detail}`;
}

function absentLine({ reason, detail, downSince }: AbsentReading, answer: Answer): ReactNode {
  const word = `${headlineWindowText(answer)}: ${absenceLabel(reason)}`;
  if (downSince === undefined) return `${word}. ${detail}`;
  return (
    <>
      {word} <DownSince since={downSince} />. {detail}
    </>
  );
}

function severalSignals({ series }: Answer): boolean {
  return new Set(series.map(({ signal }) => signal)).size > 1;
}

function knownText({ usual, baseline }: References): string {
  const texts = [usual === undefined || usual.isLearning ? undefined : usual.text, baseline];
  return texts.flatMap((text) => (text === undefined ? [] : [`; ${text}`])).join("");
}

/** Placed last because a narrow panel truncates the line: the window and n matter more. */
function learningText({ usual }: References): string {
  return usual?.isLearning === true ? ` ${toSentence(usual.text)}` : "";
}

/**
 * A rate requires uninterrupted scrapes. Percentiles, means and shares use the scraped part of the five minutes.
 */
function headlineWindowText(answer: Answer, windowMs: number = evaluationWindows.headlineWindowMs): string {
  const why = windowMs < evaluationWindows.headlineWindowMs ? " of uninterrupted scrapes" : "";
  return `Last ${formatCoarseDuration(windowMs)}${why}${pastWindowSuffix(answer)}`;
}

/**
 * The end of a line is labelled with its newest point, which covers another range than the value of the summary. Gauges
 * have no range to confuse.
 */
function lineRangeText(answer: Answer): string {
  const range = lineRange(answer);
  return range === undefined ? "" : ` Line: ${range}.`;
}

/** Returns the range of a point of the line; undefined if it is the range of the summary. */
function lineRange({ rateWindowMs, series }: Answer): string | undefined {
  return rateWindowMs === evaluationWindows.headlineWindowMs || series[0]?.statistic === "value"
    ? undefined
    : `${formatDuration(rateWindowMs)} per point`;
}

function valueText(reading: Present, series: AnswerSeries, panel: Panel): string {
  return formatQuantileWithUnit(reading.value, bucketOf(reading), series.unit, panel.displayUnit);
}

function bucketOf({ lower, upper = null }: Present) {
  return lower === undefined ? null : { lower, upper };
}

function bucketText(reading: Present, series: AnswerSeries, panel: Panel): string {
  const bucket = bucketOf(reading);
  // A bound already states the bucket.
  if (bucket === null || formatQuantile(reading.value, bucket, series.unit, panel.displayUnit).isBound)
    return "";
  return `, ${formatBucket(bucket, series.unit, panel.displayUnit)}`;
}

function meanText(answer: Answer, panel: Panel): string {
  const mean = answer.series.find((series) => series.statistic === "mean");
  if (mean === undefined || mean.headline.kind === "absent") return "";
  return `; mean ${formatValue(mean.headline.value, mean.unit, panel.displayUnit).text}`;
}

function labelledValueText(series: AnswerSeries, panel: Panel): string {
  const { label } = signalDefinition(series.signal);
  if (series.headline.kind === "absent") return `${label} ${absenceLabel(series.headline.reason)}`;
  return `${label} ${valueText(series.headline, series, panel)}`;
}

/** The outlier instance first, then all values in the order of their line ends, from top to bottom. */
function splitLine(panel: Panel, answer: Answer, split: AnswerSplit): ReactNode {
  const { label, namedCount, totalCount, rule } = split;
  const cut =
    totalCount > namedCount ? `${formatCount(namedCount)} of ${formatCount(totalCount)} by ${rule}: ` : "";
  const several = severalSignals(answer);
  const rows = answer.series.toSorted(byLineEnd).flatMap((series) => {
    if (series.group === undefined) return [];
    const { headline } = series;
    const value =
      headline.kind === "absent" ? absenceLabel(headline.reason) : valueText(headline, series, panel);
    const measure = several ? ` ${signalDefinition(series.signal).label}` : "";
    const text = `${formatQuotedGroupName(series.group)}${measure} ${value}${restText(series.group)}`;
    return [{ text, downSince: headline.kind === "absent" ? headline.downSince : undefined }];
  });
  const statistic = panel.headlineStatistic === undefined ? "" : `${panel.headlineStatistic} `;
  // Precedes the values, because a narrow panel truncates the line, and the labels at the line ends have other values.
  const range = lineRange(answer);
  const window = `${lowercased(headlineWindowText(answer))}${range === undefined ? "" : ` (line ends: ${range})`}`;
  return (
    <>
      {label === "instance" && <SpreadText panel={panel} answer={answer} />}
      {isolateDirection(`${statistic}by ${label}, ${window}: ${cut}`)}
      {rows.map(({ text, downSince }, index) => (
        <Fragment key={index}>
          {isolateDirection(`${index === 0 ? "" : ", "}${text}`)}
          {downSince !== undefined && (
            <>
              {" "}
              <DownSince since={downSince} />
            </>
          )}
        </Fragment>
      ))}
      .
    </>
  );
}

const lowercased = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The remaining values are last. A series without values has no line end. */
function byLineEnd(a: AnswerSeries, b: AnswerSeries): number {
  const isRest = ({ group }: AnswerSeries): number => (group?.kind === "rest" ? 1 : 0);
  const end = ({ values }: AnswerSeries): number => values.findLast((value) => value !== null) ?? -Infinity;
  const [endOfA, endOfB] = [end(a), end(b)];
  return isRest(a) - isRest(b) || (endOfA === endOfB ? 0 : endOfB > endOfA ? 1 : -1);
}

/** Describes the remaining values, which are not named. */
function restText(group: SplitGroup): string {
  if (group.kind !== "rest") return "";
  return group.rule === "difference" ? " (total minus the named values)" : " (from separate queries)";
}

function sharesLine(answer: Answer): string {
  const shareTexts = answer.series.flatMap((series) => {
    if (series.headline.kind === "absent") return [];
    const label = series.role === "unexplained" ? "unexplained" : signalDefinition(series.signal).label;
    return [`${label} ${formatWithUnit(series.headline.value, "ratio", "%")}`];
  });
  if (shareTexts.length === 0) return `${headlineWindowText(answer)}: no completed requests.`;
  const rest = answer.series.find(({ role }) => role === "unexplained")?.headline;
  const why = rest?.kind === "absent" && rest.reason === "too-few-samples" ? ` ${rest.detail}` : "";
  return `${shareTexts.join(", ")} of E2E time. ${headlineWindowText(answer)}.${why}`;
}

"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { Answer, AnswerSeries, AnswerSplit } from "@/lib/model/answer";
import { groupName } from "@/components/charts/prepare/series-name";
import type { Reading } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals";
import { absenceWord } from "@/lib/format/absence";
import { formatBucket, formatCount, formatValue, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";
import type { Panel } from "./panels";

/** Its statistics come with the first split by instance, never with the page. */
const SpreadText = dynamic(() => import("./spread-text").then((module) => module.SpreadText), { ssr: false });

type Present = Extract<Reading, { kind: "present" }>;

/** The line under a panel's title: the answer over the last five minutes, or what of them was scraped, its bucket where it has one, what is usual, and n. */
export function answerLine(panel: Panel, answer: Answer, usual?: string): ReactNode {
  if (panel.draw === "shares") return sharesLine(answer);
  if (answer.split !== undefined) return splitLine(panel, answer, answer.split);
  const { headline: statistic } = panel;
  const main =
    statistic === undefined
      ? answer.series[0]
      : answer.series.find((series) => series.statistic === statistic);
  if (main === undefined) return "";
  if (main.headline.kind === "absent")
    return `Last 5 min: ${absenceWord(main.headline.reason)}. ${main.headline.detail}`;
  const several = new Set(answer.series.map((series) => series.signal)).size > 1;
  if (several)
    return `${answer.series.map((series) => told(series, panel)).join(", ")}${usualText(usual)}. ${lastText(main.headline)}.`;
  return (
    <>
      {statistic === undefined ? "" : `${statistic} `}
      <strong className="tnum font-semibold text-ink">{valueText(main.headline, main, panel)}</strong>
      {bucketText(main.headline, main, panel)}
      {meanText(answer, panel)}
      {usualText(usual)}. {lastText(main.headline)}
      {main.headline.n === undefined ? "" : `, n${thinSpace}=${thinSpace}${formatCount(main.headline.n)}`}.
    </>
  );
}

function usualText(usual: string | undefined): string {
  return usual === undefined ? "" : `; ${usual}`;
}

function lastText({ windowMs }: Present): string {
  return `Last ${formatSpan(windowMs)}`;
}

function valueText(reading: Present, series: AnswerSeries, panel: Panel): string {
  return formatWithUnit(reading.value, series.unit, panel.displayUnit);
}

function bucketText(reading: Present, series: AnswerSeries, panel: Panel): string {
  if (reading.lower === undefined) return "";
  return `, ${formatBucket({ lower: reading.lower, upper: reading.upper ?? null }, series.unit, panel.displayUnit)}`;
}

function meanText(answer: Answer, panel: Panel): string {
  const mean = answer.series.find((series) => series.statistic === "mean");
  if (mean === undefined || mean.headline.kind === "absent") return "";
  return `; mean ${formatValue(mean.headline.value, mean.unit, panel.displayUnit).text}`;
}

function told(series: AnswerSeries, panel: Panel): string {
  const { label } = signalDefinition(series.signal);
  if (series.headline.kind === "absent") return `${label} ${absenceWord(series.headline.reason)}`;
  return `${label} ${valueText(series.headline, series, panel)}`;
}

/** One that is apart first; then all, largest first, as they were ranked. */
function splitLine(panel: Panel, answer: Answer, split: AnswerSplit): ReactNode {
  const { label, namedCount, totalCount, rule } = split;
  const cut = totalCount > namedCount ? `${namedCount} of ${totalCount} by ${rule}: ` : "";
  const rows = answer.series.flatMap((series) => {
    if (series.group === undefined) return [];
    const value =
      series.headline.kind === "absent"
        ? absenceWord(series.headline.reason)
        : valueText(series.headline, series, panel);
    return [`${groupName(series.group)} ${value}`];
  });
  const statistic = panel.headline === undefined ? "" : `${panel.headline} `;
  return (
    <>
      {label === "instance" && <SpreadText panel={panel} answer={answer} />}
      {`${statistic}by ${label}: ${cut}${rows.join(", ")}. Last 5 min.`}
    </>
  );
}

function sharesLine(answer: Answer): string {
  const told = answer.series.flatMap((series) => {
    if (series.headline.kind === "absent") return [];
    const label = series.role === "unexplained" ? "unexplained" : signalDefinition(series.signal).label;
    return [`${label} ${formatWithUnit(series.headline.value, "ratio", "%")}`];
  });
  return told.length === 0
    ? "Last 5 min: no request to divide."
    : `${told.join(", ")} of E2E time. Last 5 min.`;
}

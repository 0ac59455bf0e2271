/** Main values of a stored analysis of requests, one sentence each, by the part that is drawn. */
import type { TraceStudy, TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { phaseTitle } from "@/lib/format/phase";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatNanoseconds } from "@/lib/format/time";
import { phaseIds } from "@/lib/model/traces/phase";
import type { StudyPart } from "@/lib/model/traces/study-bounds";
import {
  bandTitle,
  breakdownHeadline,
  sharesSentence,
  ttftSentence,
} from "@/lib/sentences/traces/breakdown-text";
import { conditionText, formatQuantile, slowHeadline, slowSentence } from "@/lib/sentences/traces/slow-text";
import { tracedShareText } from "@/lib/sentences/traces/traced-share";

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");

/** Returns the number of requests and the main values of the part. */
export function listStudyValues({ study }: TraceStudyResponse, part: StudyPart): readonly string[] {
  if (study === null) return [];
  const { retrieval, metrics } = study;
  return [
    `Analysed: n = ${countWithNoun(retrieval.analysedRequestCount, "request")}. ${tracedShareText(metrics)}`,
    ...partValues[part](study),
  ];
}

const partValues: Readonly<Record<StudyPart, (study: TraceStudy) => readonly string[]>> = {
  requests: listDurations,
  breakdown: listBreakdown,
  operations: listOperations,
  slow: listSlow,
};

function listDurations({ bands }: TraceStudy): readonly string[] {
  return bands.map(
    (band) =>
      `Requests ${bandTitle(band)}: n = ${formatCount(band.n)}, duration ${formatNanoseconds(band.minNs)} to ${formatNanoseconds(band.maxNs)}, mean ${formatNanoseconds(band.meanNs)}`,
  );
}

function listBreakdown(study: TraceStudy): readonly string[] {
  const { first, rest } = breakdownHeadline(study);
  return [
    `${first}${rest}`,
    ttftSentence(study),
    sharesSentence(study),
    ...study.bands.map((band) => {
      const phases = phaseIds.flatMap((phase) => {
        const ns = band.phaseNs[phase];
        return ns > 0 ? [`${phaseTitle(phase)} ${formatNanoseconds(ns)}`] : [];
      });
      return `Requests ${bandTitle(band)}: n = ${formatCount(band.n)}, mean ${formatNanoseconds(band.meanNs)}: ${phases.join(", ")}`;
    }),
  ];
}

function listOperations({ slowestOperation, operations }: TraceStudy): readonly string[] {
  return [
    ...(slowestOperation === null ? [] : [sentenceText(slowestOperation)]),
    ...operations.rows.map(({ service, name, spanCount, traceCount, durationNs, ...row }) => {
      const { p50, p95, max } = durationNs;
      const quantiles = [
        ...(p50 === null ? [] : [`p50 ${formatNanoseconds(p50)}`]),
        ...(p95 === null ? [] : [`p95 ${formatNanoseconds(p95)}`]),
        `maximum ${formatNanoseconds(max)}`,
      ];
      return `${service}, ${name}: n = ${countWithNoun(spanCount, "span")} in ${countWithNoun(traceCount, "request")}, ${quantiles.join(", ")}, ${percent(row.shareOfCriticalPath)} of the critical path`;
    }),
  ];
}

function listSlow({ slow }: TraceStudy): readonly string[] {
  const { first, rest } = slowHeadline(slow);
  if (slow.kind !== "differences") return [`${first}${rest}`];
  const quantile = slow.quantile === null ? "" : ` (${formatQuantile(slow.quantile)})`;
  return [
    `${first}${rest}`,
    `Threshold ${formatNanoseconds(slow.thresholdNs)}${quantile}. ${slowSentence(slow)}`,
    ...slow.differences.rows.map(
      (row) =>
        `${conditionText(row)}: ${formatCount(row.slowCount)} slow requests (${percent(row.slowShare)}) and ${formatCount(row.restCount)} other requests (${percent(row.restShare)})${row.mayBeChance ? ", which may be chance" : ""}`,
    ),
  ];
}

/** Formats the operations of a service for a terminal. */
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import type { Sentence } from "@/lib/model/sentence";
import { formatCount, formatConfiguredValue, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { escapeControlCharacters } from "./printable";
import { formatTextTable, type TextColumn } from "./text-table";

type Row = TraceOperationsResponse["operations"]["rows"][number];

const maxNameLength = 48;

const numberColumn = (title: string, text: (row: Row) => string): TextColumn<Row> => ({
  title,
  isNumber: true,
  formatCell: text,
});

const columns: readonly TextColumn<Row>[] = [
  { title: "OPERATION", formatCell: ({ name }) => truncateText(escapeControlCharacters(name)) },
  { title: "SERVICE", formatCell: ({ service }) => truncateText(escapeControlCharacters(service)) },
  numberColumn("COUNT", ({ spanCount: spans }) => formatCount(spans)),
  numberColumn("TOTAL s", ({ totalNs }) => formatNumber(totalNs / 1e9)),
  numberColumn("SELF s", ({ selfNs }) => formatNumber(selfNs / 1e9)),
  numberColumn("SELF %", ({ shareOfTime }) => formatNumber(shareOfTime * 100)),
  numberColumn("CRITICAL PATH %", ({ shareOfCriticalPath }) => formatNumber(shareOfCriticalPath * 100)),
  numberColumn("p50 ms", ({ durationNs }) => formatMilliseconds(durationNs.p50)),
  numberColumn("p95 ms", ({ durationNs }) => formatMilliseconds(durationNs.p95)),
  numberColumn("p99 ms", ({ durationNs }) => formatMilliseconds(durationNs.p99)),
  numberColumn("ERRORS", ({ errorCount: errors }) => formatCount(errors)),
  numberColumn("ABORTS", ({ abortCount: aborts }) => formatCount(aborts)),
];

/** Formats the summary, the operation table, and the bottleneck. */
export function formatTraceOperations(answer: TraceOperationsResponse): string {
  const { retrieval, operations, bottleneck } = answer;
  if (retrieval.analysedRequestCount === 0)
    return replaceThinSpaces(`${readingText(answer)}\nNo requests in this window.`);
  const more =
    operations.omittedCount === 0
      ? []
      : [
          `${countWithNoun(operations.omittedCount, "more operation")} ${singularOrPlural(operations.omittedCount, "is", "are")} not listed.`,
        ];
  return replaceThinSpaces(
    [
      readingText(answer),
      "",
      formatTextTable(columns, operations.rows),
      ...more,
      "",
      `Bottleneck: ${bottleneck === null ? "none. The spans of these requests have no duration." : sentenceText(bottleneck)}`,
    ].join("\n"),
  );
}

function readingText({ retrieval, source, window }: TraceOperationsResponse): string {
  const {
    service,
    analysedRequestCount,
    returnedCount,
    requestedCount,
    isTruncated,
    coveredWindow,
    failure,
    startupTraceCount,
  } = retrieval;
  const read = `${countWithNoun(analysedRequestCount, "request")} of ${escapeControlCharacters(service)} from ${source.slug}, last ${formatElapsed(window.endMs - window.startMs)}`;
  const starts =
    startupTraceCount === 0 ? "" : `, ${countWithNoun(startupTraceCount, "server start-up trace")} excluded`;
  if (failure !== null) return `${read}${starts}, incomplete because the source failed: ${failure.detail}`;
  if (!isTruncated) return `${read}${starts}`;
  return `${read}${starts}, limited to the newest ${formatElapsed(coveredWindow.endMs - coveredWindow.startMs)} (${formatCount(returnedCount)} of at most ${formatCount(requestedCount)} traces)`;
}

function sentenceText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "code") return escapeControlCharacters(part.text);
      if (part.kind === "down-since") return "";
      if (part.kind === "link") return escapeControlCharacters(part.text);
      const format = part.isLimit === true ? formatConfiguredValue : formatWithUnit;
      return format(part.value, part.unit, part.displayUnit);
    })
    .join("");
}

/** Returns a dash if there are too few spans for the quantile. */
function formatMilliseconds(ns: number | null): string {
  return ns === null ? "–" : formatNumber(ns / 1e6);
}

function truncateText(text: string): string {
  const letters = Array.from(text);
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength - 1).join("")}…` : text;
}

/** Replaces thin spaces, which suit only proportional fonts. */
function replaceThinSpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}

/** The operations of a service as a person reads them in a terminal. */
import type { TraceOperationsResponse } from "@/lib/contracts/trace-operations";
import type { Sentence } from "@/lib/model/sentence";
import { formatCount, formatExact, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatLength } from "@/lib/format/length";
import { printable } from "./printable";
import { textTable, type TextColumn } from "./text-table";

type Row = TraceOperationsResponse["operations"]["rows"][number];

const longestName = 48;

const number = (title: string, text: (row: Row) => string): TextColumn<Row> => ({
  title,
  isNumber: true,
  text,
});

const columns: readonly TextColumn<Row>[] = [
  { title: "OPERATION", text: ({ name }) => shortened(printable(name)) },
  { title: "SERVICE", text: ({ service }) => shortened(printable(service)) },
  number("COUNT", ({ spans }) => formatCount(spans)),
  number("TOTAL s", ({ totalNs }) => formatNumber(totalNs / 1e9)),
  number("SELF s", ({ selfNs }) => formatNumber(selfNs / 1e9)),
  number("SHARE %", ({ shareOfTime }) => formatNumber(shareOfTime * 100)),
  number("CRITICAL %", ({ shareOfCriticalPath }) => formatNumber(shareOfCriticalPath * 100)),
  number("p50 ms", ({ durationNs }) => milliseconds(durationNs.p50)),
  number("p95 ms", ({ durationNs }) => milliseconds(durationNs.p95)),
  number("p99 ms", ({ durationNs }) => milliseconds(durationNs.p99)),
  number("ERRORS", ({ errors }) => formatCount(errors)),
];

/** What was read, the table, and the bottleneck. */
export function tracesText(answer: TraceOperationsResponse): string {
  const { reading, operations, bottleneck } = answer;
  if (reading.requests === 0) return plain(`${readWords(answer)}\nNo request lies in this time.`);
  const more =
    operations.leftOut === 0 ? [] : [`${formatCount(operations.leftOut)} operations more are left out.`];
  return plain(
    [
      readWords(answer),
      "",
      textTable(columns, operations.rows),
      ...more,
      "",
      `Bottleneck: ${bottleneck === null ? "no time passed in these requests." : sentenceText(bottleneck)}`,
    ].join("\n"),
  );
}

function readWords({ reading, source, window }: TraceOperationsResponse): string {
  const { service, requests, got, asked, cut, covered, failure, startUps } = reading;
  const read = `${formatCount(requests)} requests of ${printable(service)} from ${source.slug}, last ${formatLength(window.endMs - window.startMs)}`;
  const starts = startUps === 0 ? "" : `; ${formatCount(startUps)} traces of a server's start left out`;
  if (failure !== null) return `${read}${starts}; not all, the source failed: ${failure.detail}`;
  if (!cut) return `${read}${starts}`;
  return `${read}${starts}; only the newest ${formatLength(covered.endMs - covered.startMs)} of it, got ${formatCount(got)} of at most ${formatCount(asked)}`;
}

function sentenceText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "code") return printable(part.text);
      if (part.kind === "down-since") return "";
      const format = part.isLimit === true ? formatExact : formatWithUnit;
      return format(part.value, part.unit, part.displayUnit);
    })
    .join("");
}

/** Too few spans for the quantile: a dash, as there is no such number. */
function milliseconds(ns: number | null): string {
  return ns === null ? "–" : formatNumber(ns / 1e6);
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join("")}…` : text;
}

/** Thin spaces are for proportional type. */
function plain(text: string): string {
  return text.replaceAll("\u202f", " ");
}

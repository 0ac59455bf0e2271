/** A panel's numbers as CSV: canonical units, full times, empty cells where a number is missing. */
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { toCsv } from "@/components/charts/prepare/csv";
import { groupName } from "@/components/charts/prepare/series-name";
import { saveCsv } from "./save-file";

function headOf(series: AnswerSeries): string {
  const measure = `${series.signal} ${series.role ?? series.statistic} (${series.unit})`;
  return series.group === undefined ? measure : `${groupName(series.group)}: ${measure}`;
}

export function answerCsv(answer: Answer): string {
  const head = ["time", ...answer.series.map(headOf)];
  const rows = Array.from({ length: answer.pointCount }, (_, index) => [
    new Date(answer.startMs + index * answer.stepMs).toISOString(),
    ...answer.series.map((series) => series.values[index] ?? null),
  ]);
  return toCsv([head, ...rows]);
}

export function downloadCsv(title: string, answer: Answer): void {
  saveCsv(title, answerCsv(answer));
}

/** Formats baselines for a terminal: the list, and the numbers of one baseline. */
import type { BaselineEntry, baselineContract } from "@/lib/contracts/baselines";
import type { ResponseOf } from "@/lib/contracts/contract";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { signalDefinition } from "@/lib/model/signals/signals";
import { importText } from "@/lib/sentences/baselines/import-text";
import { escapeControlCharacters } from "./printable";
import { formatTextTable, type TextColumn } from "./text-table";

type BaselineDetail = ResponseOf<typeof baselineContract>;
type Distribution = NonNullable<BaselineDetail["measured"]>["distributions"][number];

const listColumns: readonly TextColumn<BaselineEntry>[] = [
  { title: "ID", formatCell: ({ id }) => id },
  { title: "NAME", formatCell: ({ name }) => escapeControlCharacters(name) },
  {
    title: "DEPLOYMENT",
    formatCell: ({ deployment, summary }) => deployment?.slug ?? summary?.deployment.slug ?? "–",
  },
  {
    title: "STATE",
    formatCell: ({ state, progress }) =>
      state === "capturing" ? `${state} ${Math.round(progress * 100)} %` : state,
  },
  { title: "CREATED", formatCell: ({ createdAtMs }) => new Date(createdAtMs).toISOString() },
  {
    title: "REQUESTS",
    isNumber: true,
    formatCell: ({ summary }) =>
      summary === null || summary.requestCount === null ? "–" : formatCount(summary.requestCount),
  },
  {
    title: "TTFT p95",
    isNumber: true,
    formatCell: ({ summary }) =>
      summary === null || summary.ttftP95Seconds === null
        ? "–"
        : formatWithUnit(summary.ttftP95Seconds, "seconds", "s"),
  },
  {
    title: "",
    formatCell: ({ isDefault, isExpired, imported }) =>
      [
        isDefault ? "default" : "",
        isExpired ? "expired" : "",
        imported === null ? "" : imported.isHashVerified === true ? "imported" : "imported, unverified",
      ]
        .filter((text) => text !== "")
        .join(", "),
  },
];

/** Formats baselines as a plain-text table. */
export function formatBaselineList(baselines: readonly BaselineEntry[]): string {
  if (baselines.length === 0)
    return "There is no baseline. Capture a baseline with npx ridgepoint baselines capture.";
  return plainSpaces(formatTextTable(listColumns, baselines));
}

const quantileColumns = ["p50", "p90", "p95", "p99"].map((title, index): TextColumn<Distribution> => ({
  title,
  isNumber: true,
  formatCell: ({ signal, quantiles }) => {
    const { unit, displayUnit } = signalDefinition(signal);
    const quantile = quantiles[index];
    return quantile === undefined ? "–" : formatWithUnit(quantile.value, unit, displayUnit);
  },
}));

const distributionColumns: readonly TextColumn<Distribution>[] = [
  { title: "SIGNAL", formatCell: ({ signal }) => signal },
  { title: "n", isNumber: true, formatCell: ({ n }) => formatCount(n) },
  ...quantileColumns,
];

/** Formats one baseline with its statistics as plain text. */
export function formatBaseline({ baseline, measured }: BaselineDetail): string {
  return plainSpaces(
    [
      formatTextTable(listColumns, [baseline]),
      ...(baseline.imported === null ? [] : ["", escapeControlCharacters(importText(baseline.imported))]),
      ...(baseline.message === null ? [] : ["", escapeControlCharacters(baseline.message)]),
      ...(measured === null || measured.distributions.length === 0
        ? []
        : ["", formatTextTable(distributionColumns, measured.distributions)]),
    ].join("\n"),
  );
}

/** Replaces thin spaces, which suit only proportional fonts. */
function plainSpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}

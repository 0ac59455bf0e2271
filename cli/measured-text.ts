/**
 * Formats a measured run for a terminal: the device, the rates it reaches, and how its steps compare with the model.
 */
import type {
  BestMatrixProduct,
  BestRates,
  BestMemoryStream,
} from "@/lib/analysis/roofline/measured/best-rates";
import type { AcceleratorRowMatch } from "@/lib/analysis/roofline/measured/run-roof";
import type { MeasuredRunAnalysis } from "@/lib/analysis/roofline/measured/analyse-measured-run";
import { formatCount, formatNumber } from "@/lib/format/number";
import type { MeasuredRun } from "@/lib/model/roofline/measured-run-schema";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { formatMeasuredSteps } from "./measured-steps-text";
import { escapeControlCharacters } from "./printable";
import { formatTextTable, type TextColumn } from "./text-table";

/** Formats the analysis of a measured run as plain text. */
export function formatMeasuredRun(run: MeasuredRun, { rates, steps }: MeasuredRunAnalysis): string {
  const row = steps.kind === "judged" ? steps.runRoof.rowMatch : null;
  const peaks = row?.kind === "row" ? row.accelerator : null;
  return [
    ...headerLines(run),
    ...(row === null ? [] : [acceleratorText(row)]),
    "",
    ...(rates.products.length === 0
      ? ["No matrix product was measured."]
      : [formatTextTable(productColumns(peaks?.peakFlopsPerSecond ?? null), rates.products)]),
    "",
    ...streamLines(rates, peaks?.bandwidthBytesPerSecond ?? null),
    "",
    ...excludedCaseLines(run),
    ...(steps.kind === "judged"
      ? formatMeasuredSteps(steps)
      : [`The steps cannot be judged: ${steps.reason}.`]),
  ].join("\n");
}

function acceleratorText(row: AcceleratorRowMatch): string {
  return row.kind === "row"
    ? `Accelerator: ${row.accelerator.name}. Percentages refer to its published peaks.`
    : `${noAcceleratorText[row.reason]}. MBU and MFU are relative to the highest rates that this run measured.`;
}

const noAcceleratorText: Readonly<Record<Extract<AcceleratorRowMatch, { kind: "none" }>["reason"], string>> =
  {
    "synthetic-run": "The run is synthetic, so no accelerator matches",
    "unknown-name": "The accelerator table has no device with this name",
    several: "The accelerator table has several devices with this name",
    "mig-instance": "The device is a partition, for which no peak rates are published",
    "memory-size-differs": "The accelerator table lists this device with a different memory size",
    "no-peak":
      "The accelerator table has no peak rate of this device for the precision of the measured decoder",
  };

function headerLines({
  origin,
  device,
  measuredAt,
  software,
  program,
  decoder,
}: MeasuredRun): readonly string[] {
  const softwareParts = [
    software.torch === null ? null : `torch ${escapeControlCharacters(software.torch)}`,
    device.driver === null ? null : `driver ${escapeControlCharacters(device.driver)}`,
    `seed ${program.seed}`,
  ].filter((one) => one !== null);
  const { layers, hidden, heads, kvHeads, ffn } = decoder.shape;
  return [
    ...(origin.kind === "made-up" ? [`SYNTHETIC DATA: ${escapeControlCharacters(origin.why)}`] : []),
    `${escapeControlCharacters(device.name)}, ${measuredAt.replace("T", " ").replace("Z", " UTC")}, ${softwareParts.join(", ")}`,
    `Decoder: ${countWithNoun(layers, "layer")}, hidden size ${formatCount(hidden)}, ${countWithNoun(heads, "attention head")}, ${countWithNoun(kvHeads, "KV head")}, feed-forward size ${formatCount(ffn)}, ${decoder.precision}`,
    ...(decoder.attention === "flash"
      ? []
      : [
          "PyTorch chose the attention kernel. If it writes attention scores to memory, the expected times do not include that.",
        ]),
  ];
}

const spreadColumn: TextColumn<{ readonly spreadRatio: number }> = {
  title: "SPREAD %",
  isNumber: true,
  formatCell: ({ spreadRatio }) => formatNumber(spreadRatio * 100),
};
const countColumn: TextColumn<{ readonly n: number }> = {
  title: "n",
  isNumber: true,
  formatCell: ({ n }) => formatCount(n),
};

function productColumns(
  peaks: Readonly<Partial<Record<string, number>>> | null,
): readonly TextColumn<BestMatrixProduct>[] {
  return [
    { title: "PRODUCT", formatCell: ({ precision }) => precision },
    {
      title: "TFLOP/s",
      isNumber: true,
      formatCell: ({ flopsPerSecond }) => formatNumber(flopsPerSecond / 1e12),
    },
    ...(peaks === null
      ? []
      : [
          {
            title: "% OF PEAK",
            isNumber: true as const,
            formatCell: ({ precision, flopsPerSecond }: BestMatrixProduct) =>
              percentOfPeak(flopsPerSecond, peaks[precision]),
          },
        ]),
    {
      title: "BEST SHAPE",
      formatCell: ({ rows, innerDimension, columns }) => `${rows} × ${innerDimension} × ${columns}`,
    },
    spreadColumn,
    countColumn,
  ];
}

function streamLines(
  { streams, cachedStreamCount, isCacheSizeKnown, unsteadyCaseCount }: BestRates,
  peak: number | null,
): readonly string[] {
  const columns: readonly TextColumn<BestMemoryStream>[] = [
    { title: "STREAM", formatCell: ({ operation }) => operation },
    { title: "GB/s", isNumber: true, formatCell: ({ bytesPerSecond }) => formatNumber(bytesPerSecond / 1e9) },
    ...(peak === null
      ? []
      : [
          {
            title: "% OF PEAK",
            isNumber: true as const,
            formatCell: ({ bytesPerSecond }: BestMemoryStream) => percentOfPeak(bytesPerSecond, peak),
          },
        ]),
    {
      title: "ARRAY MiB",
      isNumber: true,
      formatCell: ({ arrayBytes }) => formatCount(arrayBytes / 1024 ** 2),
    },
    spreadColumn,
    countColumn,
  ];
  return [
    ...(streams.length === 0
      ? ["No memory stream larger than the cache was measured."]
      : [formatTextTable(columns, streams)]),
    ...(cachedStreamCount === 0
      ? []
      : [
          `${countWithNoun(cachedStreamCount, "memory stream")} ${singularOrPlural(cachedStreamCount, "is excluded because it", "are excluded because they")} may fit in the last-level cache.`,
        ]),
    ...(unsteadyCaseCount === 0
      ? []
      : [
          `${unsteadyCaseCount} of these rates ${singularOrPlural(unsteadyCaseCount, "varies", "vary")} by more than 10 %. Another process used the device, so ${singularOrPlural(unsteadyCaseCount, "it is not a reliable ceiling", "they are not reliable ceilings")}.`,
        ]),
    ...(isCacheSizeKnown
      ? []
      : ["The cache size of the device is unknown. Small memory streams may have stayed in the cache."]),
  ];
}

/** Lists each exclusion reason once, with the number of excluded cases. */
function excludedCaseLines({ matmul, bandwidth, decoder }: MeasuredRun): readonly string[] {
  const excludedReasons = [matmul, bandwidth, decoder.launchOverheads, decoder].flatMap(({ skipped }) =>
    skipped.map(({ reason }) => reason),
  );
  const reasons = [...new Set(excludedReasons)];
  if (reasons.length === 0) return [];
  return [
    ...reasons.map((reason) => {
      const count = excludedReasons.filter((one) => one === reason).length;
      return `Excluded ${countWithNoun(count, "case")}: ${escapeControlCharacters(reason)}`;
    }),
    "",
  ];
}

function percentOfPeak(value: number, peak: number | undefined): string {
  return peak === undefined ? "–" : formatNumber((100 * value) / peak);
}

/**
 * Formats a measured run for a terminal: the device, the rates it reaches, and how its steps compare with the model.
 */
import type { BestProduct, BestRates, BestStream } from "@/lib/analysis/roofline/measured/best-rates";
import type { RowMatch } from "@/lib/analysis/roofline/measured/run-roof";
import type { RunStudy } from "@/lib/analysis/roofline/measured/study-run";
import { formatCount, formatNumber } from "@/lib/format/number";
import type { MeasuredRun } from "@/lib/model/roofline/measured-run-schema";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { formatMeasuredSteps } from "./measured-steps-text";
import { printable } from "./printable";
import { textTable, type TextColumn } from "./text-table";

export function formatMeasuredRun(run: MeasuredRun, { rates, steps }: RunStudy): string {
  const row = steps.kind === "judged" ? steps.runRoof.row : null;
  const peaks = row?.kind === "row" ? row.accelerator : null;
  return [
    ...headerLines(run),
    ...(row === null ? [] : [acceleratorText(row)]),
    "",
    ...(rates.products.length === 0
      ? ["No matrix product was measured."]
      : [textTable(productColumns(peaks?.peakFlopsPerSecond ?? null), rates.products)]),
    "",
    ...streamLines(rates, peaks?.bandwidthBytesPerSecond ?? null),
    "",
    ...excludedCaseLines(run),
    ...(steps.kind === "judged"
      ? formatMeasuredSteps(steps)
      : [`The steps cannot be judged: ${steps.reason}.`]),
  ].join("\n");
}

function acceleratorText(row: RowMatch): string {
  return row.kind === "row"
    ? `Accelerator: ${row.accelerator.name}. Percentages refer to its published peaks.`
    : `${noAcceleratorText[row.why]}. Percentages refer to the measured rates.`;
}

const noAcceleratorText: Readonly<Record<Extract<RowMatch, { kind: "none" }>["why"], string>> = {
  "made-up": "The run is synthetic, so no accelerator matches",
  "unknown-name": "The accelerator table has no device with this name",
  several: "The accelerator table has several devices with this name",
  "mig-instance": "The device is a partition, for which no peak rates are published",
  "other-memory": "The accelerator table lists this device with a different memory size",
  "no-peak": "The accelerator table has no peak rate for the decoder's precision",
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
    software.torch === null ? null : `torch ${printable(software.torch)}`,
    device.driver === null ? null : `driver ${printable(device.driver)}`,
    `seed ${program.seed}`,
  ].filter((one) => one !== null);
  const { layers, hidden, heads, kvHeads, ffn } = decoder.shape;
  return [
    ...(origin.kind === "made-up" ? [`SYNTHETIC DATA: ${printable(origin.why)}`] : []),
    `${printable(device.name)}, ${measuredAt.replace("T", " ").replace("Z", " UTC")}, ${softwareParts.join(", ")}`,
    `Decoder: ${countWithNoun(layers, "layer")}, hidden ${formatCount(hidden)}, ${countWithNoun(heads, "head")} on ${kvHeads}, feed-forward ${formatCount(ffn)}, ${decoder.precision}`,
    ...(decoder.attention === "flash"
      ? []
      : [
          "Attention used the default PyTorch kernel. The model does not count attention scores written to memory.",
        ]),
  ];
}

const spreadColumn: TextColumn<{ readonly spreadRatio: number }> = {
  title: "SPREAD %",
  isNumber: true,
  text: ({ spreadRatio }) => formatNumber(spreadRatio * 100),
};
const countColumn: TextColumn<{ readonly n: number }> = {
  title: "n",
  isNumber: true,
  text: ({ n }) => formatCount(n),
};

function productColumns(
  peaks: Readonly<Partial<Record<string, number>>> | null,
): readonly TextColumn<BestProduct>[] {
  return [
    { title: "PRODUCT", text: ({ precision }) => precision },
    { title: "TFLOP/s", isNumber: true, text: ({ flopsPerSecond }) => formatNumber(flopsPerSecond / 1e12) },
    ...(peaks === null
      ? []
      : [
          {
            title: "% OF PEAK",
            isNumber: true as const,
            text: ({ precision, flopsPerSecond }: BestProduct) =>
              percentOfPeak(flopsPerSecond, peaks[precision]),
          },
        ]),
    { title: "BEST SHAPE", text: ({ rows, inner, columns }) => `${rows} × ${inner} × ${columns}` },
    spreadColumn,
    countColumn,
  ];
}

function streamLines(
  { streams, cachedStreams, isCacheKnown, unsteady }: BestRates,
  peak: number | null,
): readonly string[] {
  const columns: readonly TextColumn<BestStream>[] = [
    { title: "STREAM", text: ({ operation }) => operation },
    { title: "GB/s", isNumber: true, text: ({ bytesPerSecond }) => formatNumber(bytesPerSecond / 1e9) },
    ...(peak === null
      ? []
      : [
          {
            title: "% OF PEAK",
            isNumber: true as const,
            text: ({ bytesPerSecond }: BestStream) => percentOfPeak(bytesPerSecond, peak),
          },
        ]),
    { title: "ARRAY MiB", isNumber: true, text: ({ arrayBytes }) => formatCount(arrayBytes / 1024 ** 2) },
    spreadColumn,
    countColumn,
  ];
  return [
    ...(streams.length === 0
      ? ["No memory stream larger than the cache was measured."]
      : [textTable(columns, streams)]),
    ...(cachedStreams === 0
      ? []
      : [
          `${countWithNoun(cachedStreams, "memory stream")} ${singularOrPlural(cachedStreams, "is excluded because it", "are excluded because they")} may fit in the cache.`,
        ]),
    ...(unsteady === 0
      ? []
      : [
          `${unsteady} of these rates ${singularOrPlural(unsteady, "varies", "vary")} by more than 10 %. Another process used the device, so ${singularOrPlural(unsteady, "it is not a reliable ceiling", "they are not reliable ceilings")}.`,
        ]),
    ...(isCacheKnown
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
      return `Excluded ${countWithNoun(count, "case")}: ${printable(reason)}`;
    }),
    "",
  ];
}

function percentOfPeak(value: number, peak: number | undefined): string {
  return peak === undefined ? "–" : formatNumber((100 * value) / peak);
}

/** A measured run as a person reads it in a terminal: what it was taken on, what the device reaches, and what its steps say of the model. */
import type { BestProduct, BestRates, BestStream } from "@/lib/analysis/roofline/measured/best-rates";
import type { RowMatch } from "@/lib/analysis/roofline/measured/run-roof";
import type { RunStudy } from "@/lib/analysis/roofline/measured/study-run";
import { formatCount, formatNumber } from "@/lib/format/number";
import type { MeasuredRun } from "@/lib/model/measured-run-schema";
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
      ? ["No product was measured."]
      : [textTable(productColumns(peaks?.peakFlopsPerSecond ?? null), rates.products)]),
    "",
    ...streamLines(rates, peaks?.bandwidthBytesPerSecond ?? null),
    "",
    ...excludedCaseLines(run),
    ...(steps.kind === "judged"
      ? formatMeasuredSteps(steps)
      : [`Its steps cannot be judged: ${steps.reason}.`]),
  ].join("\n");
}

function acceleratorText(row: RowMatch): string {
  return row.kind === "row"
    ? `Taken as ${row.accelerator.name}: shares are of its printed peaks.`
    : `${noAcceleratorText[row.why]}: shares are of what was measured.`;
}

const noAcceleratorText: Readonly<Record<Extract<RowMatch, { kind: "none" }>["why"], string>> = {
  "made-up": "No device of the table of accelerators",
  "unknown-name": "The table of accelerators has no device of this name",
  several: "The table of accelerators has several devices of this name",
  "mig-instance": "A slice of a device, whose peaks nobody prints",
  "other-memory": "The device of this name in the table of accelerators has another memory",
  "no-peak": "The table of accelerators has no peak in the decoder's precision",
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
    ...(origin.kind === "made-up" ? [`MADE UP: ${printable(origin.why)}`] : []),
    `${printable(device.name)}, ${measuredAt.replace("T", " ").replace("Z", " UTC")}, ${softwareParts.join(", ")}`,
    `Decoder: ${layers} layers, hidden ${formatCount(hidden)}, ${heads} heads on ${kvHeads}, feed-forward ${formatCount(ffn)}, ${decoder.precision}`,
    ...(decoder.attention === "flash"
      ? []
      : ["Its attention ran as torch chose: scores that it wrote to memory are not in the model's bytes."]),
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
            title: "OF PEAK %",
            isNumber: true as const,
            text: ({ precision, flopsPerSecond }: BestProduct) =>
              percentOfPeak(flopsPerSecond, peaks[precision]),
          },
        ]),
    { title: "BEST AT", text: ({ rows, inner, columns }) => `${rows} × ${inner} × ${columns}` },
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
            title: "OF PEAK %",
            isNumber: true as const,
            text: ({ bytesPerSecond }: BestStream) => percentOfPeak(bytesPerSecond, peak),
          },
        ]),
    { title: "ARRAY MiB", isNumber: true, text: ({ arrayBytes }) => formatCount(arrayBytes / 1024 ** 2) },
    spreadColumn,
    countColumn,
  ];
  return [
    ...(streams.length === 0 ? ["No stream past the cache was measured."] : [textTable(columns, streams)]),
    ...(cachedStreams === 0 ? [] : [`${cachedStreams} streams that a cache could hold do not count.`]),
    ...(unsteady === 0
      ? []
      : [
          `${unsteady} of these rates vary by more than a tenth: something else ran, and they are no ceilings.`,
        ]),
    ...(isCacheKnown ? [] : ["The device does not tell its cache: small streams may have stayed in it."]),
  ];
}

/** Each reason once, with how many cases it left out. */
function excludedCaseLines({ matmul, bandwidth, decoder }: MeasuredRun): readonly string[] {
  const excludedReasons = [matmul, bandwidth, decoder.launchOverheads, decoder].flatMap(({ skipped }) =>
    skipped.map(({ reason }) => reason),
  );
  const reasons = [...new Set(excludedReasons)];
  if (reasons.length === 0) return [];
  return [
    ...reasons.map((reason) => {
      const count = excludedReasons.filter((one) => one === reason).length;
      return `Left out, ${count} ${count === 1 ? "case" : "cases"}: ${printable(reason)}`;
    }),
    "",
  ];
}

function percentOfPeak(value: number, peak: number | undefined): string {
  return peak === undefined ? "–" : formatNumber((100 * value) / peak);
}

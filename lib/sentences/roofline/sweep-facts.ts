/** States the facts of a batch sweep: the line with its confidence interval, the gain of a larger batch, and the limits. */
import type { RooflineSweep } from "@/lib/contracts/roofline/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { kneeLimitText } from "./knee-limit";

type Swept = Extract<RooflineSweep, { state: "swept" }>;

type Fit = Extract<Swept["fit"], { kind: "fit" }>;

/** Name and value of one result of the batch sweep. */
export interface SweepFact {
  readonly name: string;
  readonly value: string;
}

interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

const withInterval = ({ value, lower, upper }: Estimate, text: (value: number) => string): string =>
  `${text(value)} (95${thinSpace}%: ${text(lower)} to ${text(upper)})`;
const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");

/** Returns the results of the batch sweep as names and values. */
export function sweepFacts({ fit, atCurrentBatch, excluded }: Swept): readonly SweepFact[] {
  return [
    ...(fit.kind === "fit" ? fitFacts(fit) : []),
    ...(atCurrentBatch === null
      ? []
      : [{ name: "Current batch", value: formatNumber(atCurrentBatch.batch) }]),
    ...(atCurrentBatch === null || fit.kind !== "fit" ? [] : gainFacts(atCurrentBatch, fit)),
    { name: "Excluded intervals", value: excludedText(excluded) },
  ];
}

function gainFacts(
  atCurrentBatch: NonNullable<Swept["atCurrentBatch"]>,
  { kneeBeyond = null }: Fit,
): readonly SweepFact[] {
  const { unusedCeilingRatio, doublingGainRatio, doublingGainRange = null } = atCurrentBatch;
  const more = (ratio: number): string => `+${percent(ratio)}`;
  return [
    ...(kneeBeyond === null
      ? [{ name: "Unused share of the throughput ceiling", value: orUnknown(unusedCeilingRatio, percent) }]
      : []),
    {
      name: "Throughput gain from doubling the batch",
      value: orUnknown(doublingGainRatio, (value) =>
        doublingGainRange === null ? more(value) : withInterval({ value, ...doublingGainRange }, more),
      ),
    },
  ];
}

function excludedText({ nothingDecoded, mostlyPrefill, notCovered = 0 }: Swept["excluded"]): string {
  const parts = [
    [nothingDecoded, "without decode"],
    [mostlyPrefill, "dominated by prefill"],
    [notCovered, "without complete samples"],
  ] as const;
  const orUnknown = parts
    .filter(([count]) => count > 0)
    .map(([count, why]) => `${formatCount(count)} ${why}`);
  return orUnknown.length === 0 ? "none" : orUnknown.join(", ");
}

function fitFacts(fit: Fit): readonly SweepFact[] {
  return [
    { name: "Base step time, a", value: withInterval(fit.baseSeconds, ms) },
    { name: "Time per sequence, b", value: withInterval(fit.perSequenceSeconds, ms) },
    { name: "Intervals, n", value: formatCount(fit.n) },
    { name: "Largest deviation from the line", value: percent(fit.largestErrorRatio) },
    ...endFacts(fit),
  ];
}

const kneeName = "Knee: larger batches gain less than 10 % per doubling";

/** Returns knee and throughput ceiling; or only the limit of the batch size if the knee is above this limit. */
function endFacts({ kneeBatch, kneeBeyond = null, ceilingTokensPerSecond }: Fit): readonly SweepFact[] {
  if (kneeBeyond !== null) return [{ name: kneeName, value: `above ${kneeLimitText(kneeBeyond)}` }];
  return [
    { name: kneeName, value: orUnknown(kneeBatch, (knee) => withInterval(knee, formatNumber)) },
    {
      name: "Throughput ceiling per instance",
      value: orUnknown(ceilingTokensPerSecond, (ceiling) =>
        withInterval(ceiling, (value) => formatWithUnit(value, "tokens-per-second", "tokens/s")),
      ),
    },
  ];
}

function orUnknown<T>(value: T | null, text: (value: T) => string): string {
  return value === null ? "confidence interval too wide" : text(value);
}

/** Describes the points of the throughput plot, and why they may be below the line. */
export function throughputText(groups: Swept["groups"], hasLine: boolean): string {
  const [first, last] = [groups[0], groups.at(-1)];
  if (first === undefined || last === undefined) return "";
  const batches =
    groups.length === 1
      ? `One group of intervals with a mean batch size of ${formatNumber(first.batch)}`
      : `${groups.length} groups of intervals with mean batch sizes from ${formatNumber(first.batch)} to ${formatNumber(last.batch)}`;
  const line = " The line assumes that the engine only decodes. Prompts and idle time move points below it.";
  return `${batches}, measured with step counters.${hasLine ? line : ""}`;
}

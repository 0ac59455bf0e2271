/** A batch sweep in facts: the line with its interval, what a larger batch still buys, and where it ends. */
import type { RooflineSweep } from "@/lib/contracts/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";

type Swept = Extract<RooflineSweep, { state: "swept" }>;

type Fit = Extract<Swept["fit"], { kind: "fit" }>;

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

export function sweepFacts({ fit, here, excluded }: Swept): readonly SweepFact[] {
  return [
    ...(fit.kind === "fit" ? fitFacts(fit) : []),
    ...(here === null ? [] : [{ name: "Batch now", value: formatNumber(here.batch) }]),
    ...(here === null || fit.kind !== "fit" ? [] : gainFacts(here, fit)),
    { name: "Slices left out", value: excludedText(excluded) },
  ];
}

function gainFacts(here: NonNullable<Swept["here"]>, { kneeBeyond = null }: Fit): readonly SweepFact[] {
  const { unusedCeilingRatio, doublingGainRatio, doublingGainRange = null } = here;
  const more = (ratio: number): string => `+${percent(ratio)}`;
  return [
    ...(kneeBeyond === null
      ? [{ name: "Throughput lies below its ceiling by", value: orUnknown(unusedCeilingRatio, percent) }]
      : []),
    {
      name: "Twice the batch would give",
      value: orUnknown(doublingGainRatio, (value) =>
        doublingGainRange === null ? more(value) : withInterval({ value, ...doublingGainRange }, more),
      ),
    },
  ];
}

function excludedText({ nothingDecoded, mostlyPrefill, notCovered = 0 }: Swept["excluded"]): string {
  const parts = [
    [nothingDecoded, "decoded nothing"],
    [mostlyPrefill, "mostly prefilled"],
    [notCovered, "not covered by samples"],
  ] as const;
  const orUnknown = parts
    .filter(([count]) => count > 0)
    .map(([count, why]) => `${formatCount(count)} ${why}`);
  return orUnknown.length === 0 ? "none" : orUnknown.join(", ");
}

function fitFacts(fit: Fit): readonly SweepFact[] {
  return [
    { name: "A step without sequences, a", value: withInterval(fit.baseSeconds, ms) },
    { name: "Each sequence adds, b", value: withInterval(fit.perSequenceSeconds, ms) },
    { name: "Points, n", value: formatCount(fit.n) },
    { name: "Farthest from the line", value: percent(fit.largestErrorRatio) },
    ...endFacts(fit),
  ];
}

const kneeName = "Knee: a doubling buys less than 10 % from batch";

const limitTexts: {
  readonly [L in NonNullable<Fit["kneeBeyond"]>["limit"]]: (batch: string) => string;
} = {
  configured: (batch) => `the batch of ${batch} that is set`,
  memory: (batch) => `the ${batch} sequences that memory holds`,
  cache: (batch) => `the ${batch} sequences that the engine’s cache holds`,
  observed: (batch) => `twice the largest batch seen, ${batch}`,
};

/** Where growth ends; of a knee out of reach only what it lies beyond. */
function endFacts({ kneeBatch, kneeBeyond = null, ceilingTokensPerSecond }: Fit): readonly SweepFact[] {
  if (kneeBeyond !== null) {
    const batch = formatCount(Math.round(kneeBeyond.batch));
    return [{ name: kneeName, value: `beyond ${limitTexts[kneeBeyond.limit](batch)}` }];
  }
  return [
    { name: kneeName, value: orUnknown(kneeBatch, (knee) => withInterval(knee, formatNumber)) },
    {
      name: "Ceiling of one instance",
      value: orUnknown(ceilingTokensPerSecond, (ceiling) =>
        withInterval(ceiling, (value) => formatWithUnit(value, "tokens-per-second", "tokens/s")),
      ),
    },
  ];
}

function orUnknown<T>(value: T | null, text: (value: T) => string): string {
  return value === null ? "the interval does not tell" : text(value);
}

/** Of what the points are, and why they may lie below the line. */
export function throughputText(groups: Swept["groups"], hasLine: boolean): string {
  const [first, last] = [groups[0], groups.at(-1)];
  if (first === undefined || last === undefined) return "";
  const batches =
    groups.length === 1
      ? `One group of batches, at ${formatNumber(first.batch)}`
      : `${groups.length} groups of batches from ${formatNumber(first.batch)} to ${formatNumber(last.batch)}`;
  const line =
    " The line is of instances that decode all the time; prompts and idle time keep points below it.";
  return `${batches}, of counters and not of the gauge.${hasLine ? line : ""}`;
}

/** A batch sweep in facts: the line with its interval, what a larger batch still buys, and where it ends. */
import type { RooflineSweep } from "@/lib/contracts/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";

type Swept = Extract<RooflineSweep, { state: "swept" }>;

export interface SweepFact {
  readonly name: string;
  readonly value: string;
}

interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

const between = ({ value, lower, upper }: Estimate, text: (value: number) => string): string =>
  `${text(value)} (95${thinSpace}%: ${text(lower)} to ${text(upper)})`;
const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");

export function sweepFacts({ fit, here, leftOut }: Swept): readonly SweepFact[] {
  return [
    ...(fit.kind === "fit" ? fitFacts(fit) : []),
    ...(here === null
      ? []
      : [
          { name: "Batch now", value: formatNumber(here.batch) },
          { name: "Ceiling not reached", value: told(here.efficiencyLeftRatio, percent) },
          {
            name: "Twice the batch would give",
            value: told(here.doublingGainRatio, (ratio) => `+${percent(ratio)}`),
          },
        ]),
    {
      name: "Slices left out",
      value: [
        `${formatCount(leftOut.nothingDecoded)} decoded nothing`,
        `${formatCount(leftOut.mostlyPrefill)} mostly prefilled`,
        ...(leftOut.notCovered === undefined
          ? []
          : [`${formatCount(leftOut.notCovered)} not covered by samples`]),
      ].join(", "),
    },
  ];
}

function fitFacts(fit: Extract<Swept["fit"], { kind: "fit" }>): readonly SweepFact[] {
  return [
    { name: "A step without sequences, a", value: between(fit.baseSeconds, ms) },
    { name: "Each sequence adds, b", value: between(fit.perSequenceSeconds, ms) },
    { name: "Points, n", value: formatCount(fit.n) },
    { name: "Farthest from the line", value: percent(fit.largestErrorRatio) },
    {
      name: "Knee: a doubling buys less than 10 % from batch",
      value: told(fit.kneeBatch, (knee) => between(knee, formatNumber)),
    },
    {
      name: "Ceiling of one instance",
      value: told(fit.ceilingTokensPerSecond, (most) =>
        between(most, (value) => formatWithUnit(value, "tokens-per-second", "tokens/s")),
      ),
    },
  ];
}

function told<T>(value: T | null, text: (value: T) => string): string {
  return value === null ? "the interval does not tell" : text(value);
}

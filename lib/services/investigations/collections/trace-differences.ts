/** Differences between two groups of requests, as collected values. */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import type { ComparedNumbers, TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { phaseTitle } from "@/lib/format/phase";

const nanosecondsPerSecond = 1e9;

type Difference = ReadonlyDeep<NonNullable<TraceComparisonResponse["difference"]>>;

interface Sides {
  /** Text after the label of a value that names both groups: "slow minus others". */
  readonly name: string;
  /** Number of requests of the first group. */
  readonly count: number;
}

/** Returns by how much the mean of the first group is longer, in total and by phase. */
export function listDifferences({ total, phases }: Difference, sides: Sides): CollectedValue[] {
  return [
    toDifference("Total", total, sides),
    ...phases.map((row) => toDifference(phaseTitle(row.phase), row, sides)),
  ];
}

function toDifference(
  label: string,
  { difference, interval }: Pick<ComparedNumbers, "difference" | "interval">,
  { name, count }: Sides,
): CollectedValue {
  const seconds = (ns: number): number => ns / nanosecondsPerSecond;
  return {
    kind: "number",
    label: `${label}, ${name}`,
    value: seconds(difference),
    interval: interval === null ? null : { lower: seconds(interval.lower), upper: seconds(interval.upper) },
    n: count,
    unit: "seconds",
    displayUnit: "s",
  };
}

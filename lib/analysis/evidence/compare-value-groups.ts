/**
 * Compares the values of a stored answer with those of a later answer to the same question.
 *
 *     copy  ── name, value ──┐
 *                            ├── equal, changed, missing now, or new
 *     live  ── name, value ──┘
 */

/** Value of an answer: a number, the text of a verdict, or null for a value that is missing with a reason. */
export type ComparableValue = number | string | null;

/** Values of an answer with one unit and similar magnitude. */
export interface ComparedValueGroup {
  readonly name: string;
  /** Values by a key that is unique in the group. */
  readonly values: ReadonlyMap<string, ComparableValue>;
}

/** Text value that differs between the stored copy and the live answer; null where an answer lacks it. */
export interface ChangedText {
  /** Names of the group and of the value. */
  readonly group: string;
  readonly key: string;
  readonly copy: string | null;
  readonly live: string | null;
}

/**
 * Number and size of the differences between a stored answer (`copy`) and a later answer to the same query
 * (`live`).
 */
export interface ValueGroupDifference {
  /** Number of numeric values in the copy, and in the live answer. */
  readonly copyCount: number;
  readonly liveCount: number;
  /** Numbers that both answers have, and that differ by more than rounding. */
  readonly changedCount: number;
  readonly lowerCount: number;
  readonly higherCount: number;
  /**
   * The largest decrease and the largest increase, as |live − copy| ÷ |copy|. Null if no number is lower or higher, or
   * if one of these numbers is 0 in the copy.
   */
  readonly largestDecreaseRatio: number | null;
  readonly largestIncreaseRatio: number | null;
  /** Numbers of the copy that the live answer lacks, and numbers that only the live answer has. */
  readonly missingCount: number;
  readonly newCount: number;
  readonly changedTexts: readonly ChangedText[];
}

/**
 * Relative rounding error of a number. An addition of float64 numbers has a relative error of at most 1.1e-16. Sources
 * add the series of a deployment in any order, so a sum of 100,000 terms may differ by 1.1e-11 between two reads. The
 * tolerance leaves a factor of 90 for divisions and interpolation in buckets. `histogram_quantile` is compared with the
 * same tolerance in the differential tests.
 */
const relativeTolerance = 1e-9;

/**
 * Rounding error of a number that is the difference of larger numbers, such as the rest of a split answer. It is
 * relative to the largest number of the group, and 4,500 times the error of one addition.
 */
const cancellationTolerance = 1e-12;

/** Returns whether the stored and the live answer are equal apart from rounding. */
export function hasNoDifference(difference: ValueGroupDifference): boolean {
  const { changedCount, missingCount, newCount, changedTexts } = difference;
  return changedCount + missingCount + newCount + changedTexts.length === 0;
}

/** Compares a stored answer with a live one by the names of groups and values. Their order has no effect. */
export function compareValueGroups(
  copy: readonly ComparedValueGroup[],
  live: readonly ComparedValueGroup[],
): ValueGroupDifference {
  const copyByName = new Map(copy.map(({ name, values }) => [name, values]));
  const liveByName = new Map(live.map(({ name, values }) => [name, values]));
  const names = new Set([...copyByName.keys(), ...liveByName.keys()]);
  const counter = createCounter();
  for (const name of names)
    compareGroup(counter, {
      name,
      copy: copyByName.get(name) ?? noValues,
      live: liveByName.get(name) ?? noValues,
    });
  return counter.toDifference();
}

const noValues: ComparedValueGroup["values"] = new Map();

interface GroupPair {
  readonly name: string;
  readonly copy: ComparedValueGroup["values"];
  readonly live: ComparedValueGroup["values"];
}

function compareGroup(counter: Counter, { name, copy, live }: GroupPair): void {
  const smallest = cancellationTolerance * Math.max(findLargest(copy), findLargest(live));
  for (const key of new Set([...copy.keys(), ...live.keys()])) {
    const before = copy.get(key) ?? null;
    const now = live.get(key) ?? null;
    if (typeof before === "string" || typeof now === "string") {
      if (before !== now) counter.addText({ group: name, key, copy: toText(before), live: toText(now) });
    } else counter.addNumbers(before, now, smallest);
  }
}

function toText(value: ComparableValue): string | null {
  return value === null ? null : String(value);
}

function findLargest(values: ComparedValueGroup["values"]): number {
  let largest = 0;
  for (const value of values.values())
    if (typeof value === "number") largest = Math.max(largest, Math.abs(value));
  return largest;
}

interface Counter {
  readonly addNumbers: (copy: number | null, live: number | null, smallest: number) => void;
  readonly addText: (text: ChangedText) => void;
  readonly toDifference: () => ValueGroupDifference;
}

function createCounter(): Counter {
  const counts = { copyCount: 0, liveCount: 0, missingCount: 0, newCount: 0, lowerCount: 0, higherCount: 0 };
  const changedTexts: ChangedText[] = [];
  const ratios = { lower: 0, higher: 0 };
  return {
    addText: (text) => void changedTexts.push(text),
    addNumbers: (copy, live, smallest) => {
      if (copy !== null) counts.copyCount += 1;
      if (live !== null) counts.liveCount += 1;
      if (copy === null && live === null) return;
      if (live === null) counts.missingCount += 1;
      else if (copy === null) counts.newCount += 1;
      else if (isChanged(copy, live, smallest)) {
        const direction = live < copy ? "lower" : "higher";
        counts[`${direction}Count`] += 1;
        ratios[direction] = Math.max(ratios[direction], Math.abs(live - copy) / Math.abs(copy));
      }
    },
    toDifference: () => ({
      ...counts,
      changedCount: counts.lowerCount + counts.higherCount,
      largestDecreaseRatio: toRatio(ratios.lower),
      largestIncreaseRatio: toRatio(ratios.higher),
      changedTexts,
    }),
  };
}

/** Returns null for a ratio that is not finite, because it was divided by 0. */
function toRatio(ratio: number): number | null {
  return ratio > 0 && Number.isFinite(ratio) ? ratio : null;
}

function isChanged(copy: number, live: number, smallest: number): boolean {
  const tolerance = Math.max(relativeTolerance * Math.max(Math.abs(copy), Math.abs(live)), smallest);
  return Math.abs(live - copy) > tolerance;
}

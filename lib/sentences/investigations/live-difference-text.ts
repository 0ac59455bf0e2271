/** How a live answer differs from the stored copy, in sentences with figures. No sentence claims a cause. */
import type { ChangedText, ValueGroupDifference } from "@/lib/analysis/evidence/compare-value-groups";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { formatCount, formatWithUnit } from "@/lib/format/number";

const maxTexts = 2;

/**
 * Returns how the data of the live source differ from the stored data, such as "2 of 240 points are up to 4
 * % lower now." `noun` is the singular name of a compared value.
 */
export function describeLiveDifference(difference: ValueGroupDifference, noun: string): string {
  const { missingCount, newCount, changedTexts } = difference;
  return [
    ...changedTexts.slice(0, maxTexts).map(describeText),
    ...describeFurtherTexts(changedTexts.length - maxTexts),
    ...describeNumbers(difference, noun),
    ...(missingCount === 0
      ? []
      : [
          `${countWithNoun(missingCount, noun)} of the copy ${singularOrPlural(missingCount, "is", "are")} missing now.`,
        ]),
    ...(newCount === 0
      ? []
      : [
          `${countWithNoun(newCount, `new ${noun}`)} ${singularOrPlural(newCount, "is", "are")} not in the copy.`,
        ]),
  ].join(" ");
}

/** Compared part of an answer whose other part changes with each read. */
export interface ComparedPart {
  /** Plural name of the compared values. */
  readonly subject: string;
  /** States which values are not compared, and why. */
  readonly omission: string;
}

/**
 * Returns that the data of the live source equal the stored data, with the number of compared values. `part` is the
 * compared part, if not all displayed values are compared.
 */
export function describeEqualAnswer(
  { copyCount }: ValueGroupDifference,
  noun: string,
  part?: ComparedPart,
): string {
  const subject = part?.subject ?? "live data";
  return copyCount === 0
    ? `The ${subject} match the copy.`
    : `The ${subject} match the copy in ${countWithNoun(copyCount, noun)}.`;
}

function describeNumbers(difference: ValueGroupDifference, noun: string): readonly string[] {
  const { changedCount, copyCount } = difference;
  if (changedCount === 0) return [];
  const subject = `${formatCount(changedCount)} of ${countWithNoun(copyCount, noun)}`;
  return [`${subject} ${describeChange(difference)}.`];
}

function describeChange({
  changedCount,
  lowerCount,
  higherCount,
  largestDecreaseRatio,
  largestIncreaseRatio,
}: ValueGroupDifference): string {
  const verb = singularOrPlural(changedCount, "is", "are up to");
  if (higherCount === 0 && largestDecreaseRatio !== null)
    return `${verb} ${percent(largestDecreaseRatio)} lower now`;
  if (lowerCount === 0 && largestIncreaseRatio !== null)
    return `${verb} ${percent(largestIncreaseRatio)} higher now`;
  if (largestDecreaseRatio === null || largestIncreaseRatio === null)
    return singularOrPlural(changedCount, "differs now", "differ now");
  return `differ now, by up to −${percent(largestDecreaseRatio)} and up to +${percent(largestIncreaseRatio)}`;
}

function describeText({ group, key, copy, live }: ChangedText): string {
  const quote = (text: string | null): string => (text === null ? "missing" : `“${text}”`);
  return `${group} of ${key}: ${quote(live)} now, ${quote(copy)} in the copy.`;
}

function describeFurtherTexts(count: number): readonly string[] {
  return count <= 0
    ? []
    : [`${countWithNoun(count, "further text")} ${singularOrPlural(count, "differs", "differ")}.`];
}

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");

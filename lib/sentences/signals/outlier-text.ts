/** Describes an instance whose values differ from those of the other instances. */
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { quantiles, type Statistic } from "@/lib/model/question";
import { formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

/** Instance whose median differs from the median of the other instances, with the numbers for its sentence. */
export interface OutlierInstance {
  readonly instance: string;
  readonly statistic: Statistic;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  /** Median of the instance over the window. */
  readonly instanceMedian: number;
  /** Median of the medians of all instances. */
  readonly typicalMedian: number;
  /** Distance between `instanceMedian` and `typicalMedian` in robust standard deviations; null if the other instances do not vary. */
  readonly robustZ: number | null;
  readonly instanceCount: number;
  /** Number of further outliers, which the sentence counts but does not name. */
  readonly otherOutlierCount: number;
}

/** Returns a sentence about the instance that differs most from the others, followed by a space. */
export function outlierText(outlier: OutlierInstance): string {
  const { instance, statistic, instanceMedian, typicalMedian, robustZ, instanceCount, otherOutlierCount } =
    outlier;
  const format = (value: number): string => formatWithUnit(value, outlier.unit, outlier.displayUnit);
  const far = robustZ === null ? "" : ` (${formatNumber(Math.abs(robustZ))} robust standard deviations)`;
  const more = otherOutlierCount === 0 ? "" : `; ${countWithNoun(otherOutlierCount, "more outlier")}`;
  const side = instanceMedian > typicalMedian ? "above" : "below";
  const of = statistic in quantiles ? ` of its ${statistic}` : " of its values";
  return `${instance} is an outlier: the median${of} over the window is ${format(instanceMedian)}, ${distanceText(instanceMedian, typicalMedian)}${side} the typical ${format(typicalMedian)} of all ${countWithNoun(instanceCount, "instance")}${far}${more}. `;
}

const countNames = ["No", "One", "Two", "Three"];

/**
 * Returns that too few instances have values to detect an outlier, followed by a space. Empty if the deployment has only
 * one instance, or if no instance has values.
 */
export function tooFewInstancesText(countWithValues: number, totalCount: number): string {
  if (totalCount < 2 || countWithValues === 0) return "";
  const which =
    countWithValues === totalCount
      ? `${countNames[countWithValues] ?? countWithValues} instances are`
      : `${countWithValues} of ${countWithNoun(totalCount, "instance")} ${singularOrPlural(countWithValues, "has", "have")} values,`;
  return `${which} too few to detect an outlier. `;
}

/** Returns the distance from the centre, such as "35 % ". Empty if the centre is 0. */
function distanceText(median: number, centre: number): string {
  const ratio = Math.abs(median - centre) / Math.abs(centre);
  return Number.isFinite(ratio) ? `${formatNumber(ratio * 100)}${thinSpace}% ` : "";
}

/** Text about an instance whose values differ from those of the other instances. */
import type { Answer } from "@/lib/model/answer";
import { findOutliers } from "@/lib/analysis/statistics/outlier-instance";
import { quantiles } from "@/lib/model/question";
import { formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import type { Panel } from "./panels";

/**
 * Returns a sentence about the outlier instance of a panel split by instance, or that there are too few instances to
 * decide. Empty if there is no outlier, if there is one instance only, and for any other split. Only named instances
 * are compared.
 */
export function instanceSpreadText(panel: Panel, answer: Answer): string {
  if (answer.split?.label !== "instance") return "";
  const rows = answer.series.filter(
    ({ group, signal }) => group?.kind === "value" && signal === panel.signals[0],
  );
  const spread = findOutliers(
    rows.map(({ values }) => Float64Array.from(values, (value) => value ?? Number.NaN)),
  );
  if (spread.kind === "too-few") return tooFewText(spread.instanceCount, answer.split.totalCount);
  const [first, ...otherOutliers] = spread.outliers;
  const row = first && rows[first.index];
  if (first === undefined || row?.group?.kind !== "value") return "";
  const formatMedian = (value: number): string => formatWithUnit(value, row.unit, panel.displayUnit);
  const far =
    first.robustZ === null ? "" : ` (${formatNumber(Math.abs(first.robustZ))} robust standard deviations)`;
  const more = otherOutliers.length === 0 ? "" : `; ${countWithNoun(otherOutliers.length, "more outlier")}`;
  const side = first.median > spread.centre ? "above" : "below";
  const distance = distanceText(first.median, spread.centre);
  const of = row.statistic in quantiles ? ` of its ${row.statistic}` : " of its values";
  return `${row.group.value} is an outlier: the median${of} over the window is ${formatMedian(first.median)}, ${distance}${side} the typical ${formatMedian(spread.centre)} of all ${countWithNoun(spread.instanceCount, "instance")}${far}${more}. `;
}

const countNames = ["No", "One", "Two", "Three"];

function tooFewText(k: number, of: number): string {
  if (of < 2 || k === 0) return "";
  const which =
    k === of
      ? `${countNames[k] ?? k} instances`
      : `${k} of ${countWithNoun(of, "instance")} ${singularOrPlural(k, "has", "have")} values`;
  return `${which}, too few to detect an outlier. `;
}

/** Returns the distance from the centre, such as "35 % ". Empty if the centre is 0. */
function distanceText(median: number, centre: number): string {
  const ratio = Math.abs(median - centre) / Math.abs(centre);
  return Number.isFinite(ratio) ? `${formatNumber(ratio * 100)}${thinSpace}% ` : "";
}

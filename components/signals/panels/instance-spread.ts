/** Finds an instance whose values differ from those of the other instances of a panel. */
import type { Answer } from "@/lib/model/answer";
import { findOutliers } from "@/lib/analysis/statistics/outlier-instance";
import { outlierText, tooFewInstancesText } from "@/lib/sentences/signals/outlier-text";
import type { Panel } from "./panels";

/**
 * Returns a sentence about the outlier instance of a panel split by instance, or that there are too few instances to
 * find one. Empty without an outlier, with a single instance, and for any other split. Instances that are combined as
 * "others" are not compared.
 */
export function instanceSpreadText(panel: Panel, answer: Answer): string {
  if (answer.split?.label !== "instance") return "";
  const rows = answer.series.filter(
    ({ group, signal }) => group?.kind === "value" && signal === panel.signals[0],
  );
  const spread = findOutliers(
    rows.map(({ values }) => Float64Array.from(values, (value) => value ?? Number.NaN)),
  );
  if (spread.kind === "too-few") return tooFewInstancesText(spread.instanceCount, answer.split.totalCount);
  const [first, ...otherOutliers] = spread.outliers;
  const row = first && rows[first.index];
  if (first === undefined || row?.group?.kind !== "value") return "";
  return outlierText({
    instance: row.group.value,
    statistic: row.statistic,
    unit: row.unit,
    displayUnit: panel.displayUnit,
    instanceMedian: first.median,
    typicalMedian: spread.centre,
    robustZ: first.robustZ,
    instanceCount: spread.instanceCount,
    otherOutlierCount: otherOutliers.length,
  });
}

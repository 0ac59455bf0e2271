/** Query for the newest sample of every instance of a deployment. */
import { joinWithOr, printPromql, type PromqlExpression } from "./promql";
import { getEngineSeriesFinder, findSeriesSelectors, type QueryContext } from "./scope-selectors";

/**
 * Builds a query for the time of the newest sample, in seconds, of the instance whose newest sample is the oldest. Instances
 * that are not scraped any more have no result. Null for a deployment without a selector.
 */
export function buildNewestSampleQuery(context: QueryContext): string | null {
  const series = findSeriesSelectors(
    { names: context.engine.detectionMetrics },
    getEngineSeriesFinder(context),
  );
  if (series.length === 0) return null;
  const times = series.map((operand): PromqlExpression => ({ kind: "timestamp", operand }));
  return printPromql({ kind: "aggregate", name: "min", by: [], operand: joinWithOr(times) });
}

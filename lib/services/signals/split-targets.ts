/** The state of the targets with one value of a split, which explains why that value is missing. */
import { ownValue } from "@/lib/base/own-value";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { AbsenceEvidence, SplitValueTargets } from "@/lib/semantic/absence/absence";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildUpByValueQuery } from "@/lib/semantic/compile/up-query";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";
import type { GridTiming } from "./read-queries";
import type { SeriesPlan } from "./series-plans";

const hasNumber = (column: Float64Array): boolean => column.some((value) => !Number.isNaN(value));

/**
 * Returns the queries for whether the targets of each named value of a split respond, on a grid; empty
 * without named values.
 */
export function listSplitTargetQueries(context: QueryContext, rateWindowMs: number): readonly string[] {
  return [buildUpByValueQuery(context, rateWindowMs)].filter((promql) => promql !== null);
}

/**
 * Returns the queries for whether the targets of each named value of a split respond now; empty without
 * named values.
 */
export function listCurrentSplitTargetQueries(context: QueryContext): readonly string[] {
  return [buildUpByValueQuery(context, evaluationWindows.headlineWindowMs, "listed")].filter(
    (promql) => promql !== null,
  );
}

interface PartSupports {
  readonly supportColumns: AbsenceEvidence;
  readonly instantSupport: AbsenceEvidence;
}

interface PartColumns {
  readonly columns: QueryColumns;
  readonly headlineColumns: QueryColumns;
  readonly timing: Pick<GridTiming, "rateWindowMs">;
}

/**
 * Adds the target state of one value of a split to the evidence for missing values. If targets do not have
 * the split's label, all targets of the deployment explain missing values.
 */
export function addSplitTargets(
  supports: PartSupports,
  { splitGroup, queryContext }: Pick<SeriesPlan, "splitGroup" | "queryContext">,
  { columns, headlineColumns, timing }: PartColumns,
): PartSupports {
  const label = queryContext.splitFilter?.label;
  if (splitGroup?.kind !== "value" || label === undefined) return supports;
  const { value } = splitGroup;
  const read = (from: QueryColumns, queries: readonly string[]): Float64Array =>
    queries.flatMap((promql) => from.findRows(promql)).find(({ labels }) => ownValue(labels, label) === value)
      ?.values ?? new Float64Array(from.pointCount).fill(Number.NaN);
  const up = read(columns, listSplitTargetQueries(queryContext, timing.rateWindowMs));
  const upNow = read(headlineColumns, listCurrentSplitTargetQueries(queryContext));
  if (!hasNumber(up) && !hasNumber(upNow)) return supports;
  const partOf = (column: Float64Array): SplitValueTargets => ({ label, value, up: column });
  return {
    supportColumns: { ...supports.supportColumns, splitValue: partOf(up) },
    instantSupport: { ...supports.instantSupport, splitValue: partOf(upNow) },
  };
}

/** The limit in the head of a column. */
import type { OverviewRow } from "@/lib/contracts/overview";
import type { LimitId } from "@/lib/model/deployment/limits";
import { formatLimit } from "@/lib/format/limit";

/** Limit that applies to a column of the Overview. */
export interface ColumnLimit {
  readonly limitId: LimitId;
  /** Statistic to which the limit applies. Absent if it is the statistic that the column shows. */
  readonly statistic?: "mean";
}

/** Formats the limit of a column, or its range if the deployments have different limits. */
export function limitText(
  { limitId, statistic }: ColumnLimit,
  rows: readonly Pick<OverviewRow, "limits">[],
): string {
  const values = rows.map(({ limits }) => limits[limitId]).toSorted((left, right) => left - right);
  const bounds = new Set([values.at(0), values.at(-1)]);
  const texts = [...bounds].map((value) => (value === undefined ? "" : formatLimit(limitId, value)));
  return `limit: ${statistic === undefined ? "" : `${statistic} `}${texts.join(" to ")}`;
}

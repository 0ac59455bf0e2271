/** The change of a small share of requests as text, in percentage points. */
import { minReferenceErrorRatio } from "@/lib/model/gate/gate-rule";
import type { ExactValueVerdict, RuleResult } from "@/lib/model/gate/gate-result";
import { getQuantileLevel } from "@/lib/model/comparison/compared-statistic";
import { percentText } from "@/lib/sentences/signals/comparison-text";

/** Confidence interval and limit of the change of a share. */
export interface ShareChangeText {
  readonly interval: string;
  readonly limit: string;
}

/**
 * Returns the change of a small share in percentage points: "−0.008 to 0.016 percentage points" with the limit "0.1
 * percentage points (10 % of 1 %: a baseline below 1 % counts as 1 %)". If the baseline is below a minimum, such as 1 %,
 * changes are relative to this minimum. Returns null for a larger share, and for a statistic that is not a share.
 */
export function shareChangeText(
  rule: Pick<RuleResult, "statistic" | "maxRegressionRatio">,
  {
    baseline,
    regression,
    aboveEdge,
    limitRatio,
  }: Pick<RuleResult, "baseline" | "regression"> & Partial<ExactValueVerdict>,
): ShareChangeText | null {
  const scale = findScale(rule.statistic, aboveEdge);
  if (scale === null || baseline === null || baseline.value >= scale || regression === null) return null;
  const { lower, upper } = regression;
  if (lower === null || upper === null) return null;
  const limit = limitRatio ?? rule.maxRegressionRatio;
  const points = (ratio: number): string => pointsText(ratio * scale);
  return {
    interval: `${points(lower)} to ${points(upper)} percentage points`,
    limit: `${points(limit)} percentage points (${percentText(limit)} of ${percentText(scale)}: a baseline below ${percentText(scale)} counts as ${percentText(scale)})`,
  };
}

/** Formats a difference of two shares in percentage points with two significant digits. */
function pointsText(difference: number): string {
  const points = Number((difference * 100).toPrecision(2));
  return points < 0 ? `−${-points}` : String(points);
}

/** Returns the minimum to which changes of a smaller share are relative; null if the statistic is not a share. */
function findScale(statistic: RuleResult["statistic"], aboveEdge: number | null | undefined): number | null {
  if (statistic === "ratio-to-requests") return minReferenceErrorRatio;
  const q = getQuantileLevel(statistic);
  return aboveEdge === undefined || aboveEdge === null || q === null ? null : 1 - q;
}

/** Correlation coefficients as text. */
import type { CorrelationEstimate } from "@/lib/analysis/statistics/series/correlation";

/** Formats a coefficient with two decimals and a minus sign: "−0.71". */
export const formatCoefficient = (value: number): string => value.toFixed(2).replace("-", "−");

/** Formats a coefficient with its confidence interval: "0.71, 0.52 to 0.84". */
export function strengthText({ value, lower, upper }: CorrelationEstimate): string {
  return `${formatCoefficient(value)}, ${formatCoefficient(lower)} to ${formatCoefficient(upper)}`;
}

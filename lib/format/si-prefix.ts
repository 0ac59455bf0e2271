/**
 * Amounts that span many magnitudes, for which no single unit fits: "33.6 MFLOP", "34.4 GFLOP". Next to similar
 * amounts, use a fixed unit instead.
 */
import { formatNumber, thinSpace } from "./number";

const prefixes = [
  ["E", 1e18],
  ["P", 1e15],
  ["T", 1e12],
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
] as const;

/**
 * Formats a value with the largest SI prefix that keeps the rounded value at 1 or more. Values below 1,000 and values
 * that are not finite get no prefix.
 */
export function formatWithSiPrefix(value: number, unit: string): string {
  const rounded = Math.abs(Number(value.toPrecision(3)));
  const [prefix, factor] = prefixes.find(([, minimum]) => rounded >= minimum) ?? ["", 1];
  return `${formatNumber(value / factor)}${thinSpace}${prefix}${unit}`;
}

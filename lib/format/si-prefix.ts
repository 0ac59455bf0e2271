/** Amounts that go over many sizes, and of which no unit suits all: "33.6 MFLOP", "34.4 GFLOP". Beside others of their kind use a fixed unit. */
import { formatNumber, thinSpace } from "./number";

const prefixes = [
  ["E", 1e18],
  ["P", 1e15],
  ["T", 1e12],
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
] as const;

/** By thousands; the largest of which there is at least one, as it is rounded. Below a thousand, and for no number, without a prefix. */
export function formatWithSiPrefix(value: number, unit: string): string {
  const rounded = Math.abs(Number(value.toPrecision(3)));
  const [prefix, factor] = prefixes.find(([, minimum]) => rounded >= minimum) ?? ["", 1];
  return `${formatNumber(value / factor)}${thinSpace}${prefix}${unit}`;
}

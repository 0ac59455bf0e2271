/** Numbers as text: three significant digits, a thin space before the unit, one fixed unit for each signal. */
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { numberFormat } from "./formatters";

/** Narrow no-break space between a number and its unit, so that they stay on one line. */
export const thinSpace = "\u202f";
const significantDigits = 3;

/** Formatted number and its unit. */
export interface FormattedValue {
  readonly text: string;
  readonly unit: string;
}

/**
 * Formats a number with three significant digits and thousands separators from 10,000. Never returns "-0" or an
 * exponent. A value close to 0 becomes "<0.001" or ">−0.001".
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.0005) return value < 0 ? ">−0.001" : "<0.001";
  // Uses the magnitude of the rounded value: 0.9998 becomes 1.00, not 1.000.
  const magnitude = Math.floor(Math.log10(Number(size.toPrecision(significantDigits))));
  const decimals = Math.max(0, Math.min(3, significantDigits - 1 - magnitude));
  const rounded = Number(value.toFixed(decimals));
  const shownDecimals = size >= 1000 ? 0 : decimals;
  const text = numberFormat(shownDecimals, shownDecimals).format(Math.abs(rounded));
  return rounded < 0 ? `−${text}` : text;
}

/** Formats a count as an integer: requests, observations. */
export function formatCount(value: number): string {
  // Adding 0 turns -0 into 0.
  return replaceFirstHyphenWithMinus(numberFormat(0, 0).format(Math.round(value) + 0));
}

const gibibyte = 1024 ** 3;
const kilobyte = 1e3;
const megabyte = 1e6;
const gigabyte = 1e9;
const terabyte = 1e12;
const teraflop = 1e12;

/**
 * Returns the factor by which a value in a canonical unit is multiplied to get the value in its display
 * unit.
 */
export function displayFactor(unit: Unit, displayUnit: DisplayUnit): number {
  switch (displayUnit) {
    case "ms":
      return 1000;
    case "µs":
      return 1e6;
    case "%":
      return 100;
    case "per min":
      return 60;
    case "GiB":
      return 1 / gibibyte;
    case "kB":
      return 1 / kilobyte;
    case "MB/s":
      return 1 / megabyte;
    case "GB":
    case "GB/s":
      return 1 / gigabyte;
    case "TB/s":
      return 1 / terabyte;
    case "TFLOP/s":
      return 1 / teraflop;
    case "MHz":
      return unit === "hertz" ? 1e-6 : 1;
    case "s":
    case "requests":
    case "req/s":
    case "tokens":
    case "tokens/s":
    case "FLOP/B":
    case "W":
    case "°C":
    case "per s":
    case "cores":
    case "connections":
    case "loss":
      return 1;
  }
}

const unitTexts: { readonly [D in DisplayUnit]: string } = {
  s: "s",
  ms: "ms",
  µs: "µs",
  "%": "%",
  requests: "requests",
  "req/s": "req/s",
  tokens: "tokens",
  "tokens/s": "tokens/s",
  "per min": "per min",
  "per s": "per s",
  GiB: "GiB",
  kB: "kB",
  GB: "GB",
  "MB/s": "MB/s",
  "GB/s": "GB/s",
  "TB/s": "TB/s",
  "TFLOP/s": "TFLOP/s",
  "FLOP/B": "FLOP/B",
  W: "W",
  "°C": "°C",
  MHz: "MHz",
  cores: "cores",
  connections: "connections",
  loss: "loss",
};

/** Replaces a leading hyphen with the minus sign, which is as wide as a plus sign. */
export function replaceFirstHyphenWithMinus(text: string): string {
  return text.replace("-", "−");
}

/** Formats a percentage with at most two decimals. A smaller value that is not 0 becomes "<0.01". */
function formatPercent(percent: number): string {
  if (percent === 0) return "0";
  if (Math.abs(percent) < 0.005) return percent < 0 ? ">−0.01" : "<0.01";
  if (Math.abs(percent) < 1) return replaceFirstHyphenWithMinus(percent.toFixed(2));
  return formatNumber(percent);
}

/** Formats a share as a percentage with one decimal, without the unit. A smaller share that is not 0 becomes "<0.1". */
export function formatAlignedPercent(share: number): string {
  return share > 0 && share < 0.0005 ? "<0.1" : (share * 100).toFixed(1);
}

/** Formats a value in the display unit of its signal. Counts are integers, except averages below ten. */
export function formatValue(value: number, unit: Unit, displayUnit: DisplayUnit): FormattedValue {
  const text = formatDisplayValue(value * displayFactor(unit, displayUnit), displayUnit);
  return { text, unit: unitTexts[displayUnit] };
}

/** Formats a number that is already in `displayUnit`. */
export function formatDisplayValue(displayValue: number, displayUnit: DisplayUnit): string {
  return displayUnit === "%" ? formatPercent(displayValue) : formatCountOrNumber(displayValue, displayUnit);
}

/** Returns the smallest difference that is visible after formatting in `displayUnit`. */
export function displayResolution(displayUnit: DisplayUnit): number {
  if (displayUnit === "%") return 0.01;
  return isCountUnit(displayUnit) ? 0.1 : 0.001;
}

const isCountUnit = (displayUnit: DisplayUnit): boolean =>
  displayUnit === "requests" || displayUnit === "tokens" || displayUnit === "tokens/s";

function formatCountOrNumber(displayValue: number, displayUnit: DisplayUnit): string {
  if (!isCountUnit(displayUnit)) return formatNumber(displayValue);
  if (Math.abs(displayValue) >= 10 || Number.isInteger(displayValue)) return formatCount(displayValue);
  return Math.abs(displayValue) < 0.05 ? "<0.1" : replaceFirstHyphenWithMinus(displayValue.toFixed(1));
}

/** Formats value and unit as one text: "0.41 s". */
export function formatWithUnit(value: number, unit: Unit, displayUnit: DisplayUnit): string {
  const { text, unit: name } = formatValue(value, unit, displayUnit);
  return `${text}${thinSpace}${name}`;
}

/** Formats a configured limit without extra digits: "1 s", "50 ms", "95 %". */
export function formatConfiguredValue(value: number, unit: Unit, displayUnit: DisplayUnit): string {
  return `${formatBucketEdge(value * displayFactor(unit, displayUnit))}${thinSpace}${unitTexts[displayUnit]}`;
}

/** Formats the bucket that contains a quantile: "in 0.25–0.5 s", or "≥ 60 s" for the open last bucket. */
export function formatBucket(
  bucket: { readonly lower: number; readonly upper: number | null },
  unit: Unit,
  displayUnit: DisplayUnit,
): string {
  const factor = displayFactor(unit, displayUnit);
  const lower = formatBucketEdge(bucket.lower * factor);
  const name = unitTexts[displayUnit];
  if (bucket.upper === null) return `≥${thinSpace}${lower}${thinSpace}${name}`;
  return `in ${lower}–${formatBucketEdge(bucket.upper * factor)}${thinSpace}${name}`;
}

/** Bucket that contains a quantile. Upper is null in the open last bucket. Null for a value that is no quantile. */
export type ValueBucket = { readonly lower: number; readonly upper: number | null } | null;

/** Formatted quantile, and whether its text is an edge of the first or last bucket. */
export interface FormattedQuantile extends FormattedValue {
  /** True if the text is a bound and not the value. */
  readonly isBound: boolean;
  /** True in the first bucket. */
  readonly isBelowResolution: boolean;
}

/**
 * Formats a quantile of a histogram. The position of a quantile within the first or last bucket is unknown, so the text
 * is the edge of that bucket: "<10 ms" or "≥ 60 s". A count in the first bucket may equal the edge: "≤1 requests".
 */
export function formatQuantile(
  value: number,
  bucket: ValueBucket,
  unit: Unit,
  displayUnit: DisplayUnit,
): FormattedQuantile {
  const formatted = { ...formatValue(value, unit, displayUnit), isBound: false, isBelowResolution: false };
  if (bucket === null) return formatted;
  if (bucket.upper === null) return { ...formatted, text: `≥${thinSpace}${formatted.text}`, isBound: true };
  const edge = formatBucketEdge(bucket.upper * displayFactor(unit, displayUnit));
  if (bucket.lower !== 0 || !(bucket.upper > 0) || edge === "0") return formatted;
  const text = `${isCountUnit(displayUnit) ? "≤" : "<"}${edge}`;
  return { ...formatted, text, isBound: true, isBelowResolution: true };
}

/** Formats a quantile with its unit: "0.41 s", "≥ 60 s", or "<10 ms, below resolution" in the first bucket. */
export function formatQuantileWithUnit(
  value: number,
  bucket: ValueBucket,
  unit: Unit,
  displayUnit: DisplayUnit,
): string {
  const { text, unit: name, isBelowResolution } = formatQuantile(value, bucket, unit, displayUnit);
  return `${text}${thinSpace}${name}${isBelowResolution ? ", below resolution" : ""}`;
}

/** Formats a bucket edge as it was configured, without trailing zeros. */
export function formatBucketEdge(edge: number): string {
  return numberFormat(0, 4).format(Number(edge.toPrecision(6)));
}

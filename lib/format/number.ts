/** Numbers as text: three significant digits, a thin space before the unit, one fixed unit for each signal. */
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { numberFormat } from "./formatters";

/** Narrow, and no line breaks at it: a number stays with its unit. */
export const thinSpace = "\u202f";
const significantDigits = 3;

export interface FormattedValue {
  readonly text: string;
  readonly unit: string;
}

/** Three significant digits, thousands in groups from 10,000 on four digits; never "-0", never exponents. Close to 0 it is told between which. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.0005) return value < 0 ? ">−0.001" : "<0.001";
  // Of the rounded one: 0.9998 is 1.00, and not 1.000.
  const magnitude = Math.floor(Math.log10(Number(size.toPrecision(significantDigits))));
  const decimals = Math.max(0, Math.min(3, significantDigits - 1 - magnitude));
  const rounded = Number(value.toFixed(decimals));
  const shownDecimals = size >= 1000 ? 0 : decimals;
  const text = numberFormat(shownDecimals, shownDecimals).format(Math.abs(rounded));
  return rounded < 0 ? `−${text}` : text;
}

/** Whole things: requests, observations. */
export function formatCount(value: number): string {
  // Adding 0 makes of nothing below 0 a plain one.
  return withMinus(numberFormat(0, 0).format(Math.round(value) + 0));
}

const gibibyte = 1024 ** 3;
const kilobyte = 1e3;
const megabyte = 1e6;
const gigabyte = 1e9;
const terabyte = 1e12;
const teraflop = 1e12;

/** Factor from a canonical value to its display unit. */
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

/** A minus as long as a plus is wide, and not a hyphen. */
export function withMinus(text: string): string {
  return text.replace("-", "−");
}

/** Shares are told in hundredths of a percent at most; what is smaller but not nothing says so. */
function formatPercent(percent: number): string {
  if (percent === 0) return "0";
  if (Math.abs(percent) < 0.005) return percent < 0 ? ">−0.01" : "<0.01";
  if (Math.abs(percent) < 1) return withMinus(percent.toFixed(2));
  return formatNumber(percent);
}

/** A canonical value in its signal's display unit. Levels of requests are whole unless they are averages below ten. */
export function formatValue(value: number, unit: Unit, displayUnit: DisplayUnit): FormattedValue {
  const text = formatDisplayValue(value * displayFactor(unit, displayUnit), displayUnit);
  return { text, unit: unitTexts[displayUnit] };
}

/** The text of a number that is in `displayUnit` already. */
export function formatDisplayValue(displayValue: number, displayUnit: DisplayUnit): string {
  return displayUnit === "%" ? formatPercent(displayValue) : formatCountOrNumber(displayValue, displayUnit);
}

/** The smallest step that texts in `displayUnit` tell apart. */
export function displayResolution(displayUnit: DisplayUnit): number {
  if (displayUnit === "%") return 0.01;
  return isCountUnit(displayUnit) ? 0.1 : 0.001;
}

const isCountUnit = (displayUnit: DisplayUnit): boolean =>
  displayUnit === "requests" || displayUnit === "tokens" || displayUnit === "tokens/s";

function formatCountOrNumber(displayValue: number, displayUnit: DisplayUnit): string {
  if (!isCountUnit(displayUnit)) return formatNumber(displayValue);
  if (Math.abs(displayValue) >= 10 || Number.isInteger(displayValue)) return formatCount(displayValue);
  return Math.abs(displayValue) < 0.05 ? "<0.1" : withMinus(displayValue.toFixed(1));
}

/** "0.41 s": value and unit in one text. */
export function formatWithUnit(value: number, unit: Unit, displayUnit: DisplayUnit): string {
  const { text, unit: name } = formatValue(value, unit, displayUnit);
  return `${text}${thinSpace}${name}`;
}

/** A limit as it was set: "1 s", "50 ms", "95 %"; no digits that nobody measured. */
export function formatExact(value: number, unit: Unit, displayUnit: DisplayUnit): string {
  return `${formatEdge(value * displayFactor(unit, displayUnit))}${thinSpace}${unitTexts[displayUnit]}`;
}

/** The bucket that surely holds a quantile: "in 0.25–0.5 s", or "≥ 60 s" in the open last bucket. */
export function formatBucket(
  bucket: { readonly lower: number; readonly upper: number | null },
  unit: Unit,
  displayUnit: DisplayUnit,
): string {
  const factor = displayFactor(unit, displayUnit);
  const lower = formatEdge(bucket.lower * factor);
  const name = unitTexts[displayUnit];
  if (bucket.upper === null) return `≥${thinSpace}${lower}${thinSpace}${name}`;
  return `in ${lower}–${formatEdge(bucket.upper * factor)}${thinSpace}${name}`;
}

/** A bucket's edge as it was declared: no padding with zeros. */
export function formatEdge(edge: number): string {
  return numberFormat(0, 4).format(Number(edge.toPrecision(6)));
}

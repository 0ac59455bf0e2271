/** Short labels for logarithmic axes, from the smallest fractions to the largest counts. No label is "0". */
import { formatBucketEdge } from "./number";

/** Range of values that are formatted in plain digits. Values outside the range become powers of ten. */
const plainRange = { min: 0.001, max: 1e6 } as const;

const raised: { readonly [digit: string]: string } = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};

/** Formats a positive value as an axis label: "0.003", "30,000", "10⁶", "2.5×10⁻⁵". */
export function formatTick(value: number): string {
  if (value >= plainRange.min && value < plainRange.max) return formatBucketEdge(value);
  const [mantissa = "1", power = "0"] = value.toExponential().split("e");
  const exponent = String(Number(power)).replaceAll(/./g, (digit) => raised[digit] ?? digit);
  const factor = formatBucketEdge(Number(mantissa));
  return factor === "1" ? `10${exponent}` : `${factor}×10${exponent}`;
}

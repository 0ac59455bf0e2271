/** Shapes and values of decoded JSON. */

/** Returns whether the value is an object, not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether the value is a timestamp in seconds and a value as text. */
export function isSample(value: unknown): value is [number, string] {
  return Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";
}

/** Parses the value of a sample. Values that are not finite (NaN, +Inf, −Inf, empty text) become NaN. */
export function parseSampleValue(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  const number = last >= 48 && last <= 57 ? Number(text) : NaN;
  return Number.isFinite(number) ? number : NaN;
}

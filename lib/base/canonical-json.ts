/**
 * Returns JSON text with sorted keys and without spaces, so that equal values have equal text. `undefined` is omitted, as
 * in `JSON.stringify`.
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

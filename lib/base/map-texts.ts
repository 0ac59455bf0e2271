/** Changes the texts within JSON data. */

/** Returns a copy of JSON data with each text changed. Names of properties are not changed. */
export function mapTexts<T>(data: T, change: (text: string) => string): T;
export function mapTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === "string") return change(data);
  if (Array.isArray(data)) return data.map((one: unknown) => mapTexts(one, change));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapTexts(value, change)]));
}

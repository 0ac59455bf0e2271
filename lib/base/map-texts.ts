/** Changes the texts within JSON data. */

/** Returns a copy of JSON data with each text changed. Names of properties are not changed. */
export function mapStrings<T>(data: T, change: (text: string) => string): T;
export function mapStrings(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === "string") return change(data);
  if (Array.isArray(data)) return data.map((one: unknown) => mapStrings(one, change));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapStrings(value, change)]));
}

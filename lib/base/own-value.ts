/** Reads objects by a name from outside, such as a label name. */

/**
 * Returns the value of `key`. Undefined if the object itself has no such property: inherited properties, such as
 * "constructor", are ignored.
 */
export function ownValue<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

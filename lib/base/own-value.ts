/** Reads objects by a name from outside, such as a label name. */

/**
 * Returns the value of `key`. Undefined if the object has none: a name such as "constructor" must not find what every
 * object inherits.
 */
export function ownValue<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Reads objects by a name from outside, such as a label name. */

/**
 * Returns the value of `key`. Undefined if the object has none: a name such as "constructor" must not find what every
 * object inherits.
 */
export function ownValue<T>(of: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
}

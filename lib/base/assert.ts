/**
 * Assertions for programming errors. They throw, and only the route wrapper and React error boundaries catch them.
 */

/** Error of an assertion that did not hold. */
export class AssertionFailure extends Error {
  override readonly name = "AssertionFailure";
}

/** Throws `AssertionFailure` with `message` when `condition` is false. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** Returns `value`. Throws `AssertionFailure` when it is null or undefined. */
export function assertPresent<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new AssertionFailure(message);
  return value;
}

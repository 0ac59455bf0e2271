/** Assertions for programmer mistakes. They throw; nothing catches them below the route wrapper or an error boundary. */

export class AssertionFailure extends Error {
  override readonly name = "AssertionFailure";
}

/** Throws `AssertionFailure` with `message` unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** Returns `value` when it is neither null nor undefined, throws otherwise. */
export function assertPresent<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new AssertionFailure(message);
  return value;
}

/** Closes a switch over a union: the compiler refuses it while a case is missing. */
export function assertNever(value: never, message = "unexpected case"): never {
  throw new AssertionFailure(`${message}: ${JSON.stringify(value)}`);
}

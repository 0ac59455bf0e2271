/** The outcome of an operation that may fail in an expected way, as a value instead of an exception. */

export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Creates the result of a successful operation. */
export function succeed<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** Creates the result of a failed operation. */
export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error };
}

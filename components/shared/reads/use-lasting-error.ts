import { useState } from "react";

/**
 * Returns the error of a read, which is null while a failed read without data is repeated. While `isRepeated`, it is the
 * previous error, so that the page does not alternate between the error and its loading text.
 */
export function useLastingError<T>(error: T | null, isRepeated: boolean): T | null {
  const [last, setLast] = useState(error);
  const lasting = error ?? (isRepeated ? last : null);
  if (lasting !== last) setLast(lasting);
  return lasting;
}

interface ReadState {
  readonly data: unknown;
  readonly error: Error | null;
  readonly errorUpdateCount: number;
}

/** Returns the error of a query. It stays until the first data. */
export function useReadError({ data, error, errorUpdateCount }: ReadState): Error | null {
  return useLastingError(error, data === undefined && errorUpdateCount > 0);
}

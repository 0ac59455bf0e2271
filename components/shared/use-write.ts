"use client";

import { useState } from "react";

export interface WriteState<WriteError> {
  readonly isBusy: boolean;
  /** Why the last write failed, or null. */
  readonly error: WriteError | null;
  readonly clearError: () => void;
  /** Resolves to true if the server confirmed the write. */
  readonly write: (act: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Runs writes and exposes progress and the last error. Calls `onSettled` after each write, also after a failure, to
 * refetch data.
 */
export function useWrite<WriteError>(
  toError: (error: unknown) => WriteError,
  onSettled: () => Promise<unknown>,
): WriteState<WriteError> {
  const [isBusy, setBusy] = useState(false);
  const [writeError, setWriteError] = useState<WriteError | null>(null);
  return {
    isBusy,
    error: writeError,
    clearError: () => setWriteError(null),
    write: async (act) => {
      setBusy(true);
      setWriteError(null);
      try {
        await act();
        return true;
      } catch (error) {
        setWriteError(() => toError(error));
        return false;
      } finally {
        setBusy(false);
        await onSettled();
      }
    },
  };
}

"use client";

import { useState } from "react";

export interface WriteState<WriteError> {
  readonly isBusy: boolean;
  /** Why the last write did not happen. */
  readonly error: WriteError | null;
  readonly clearError: () => void;
  /** True when the write was confirmed. */
  readonly write: (act: () => Promise<unknown>) => Promise<boolean>;
}

/** Writes, and has what shows it read again by `then` whether or not it succeeded: a failure is told and nothing is lost. */
export function useWrite<WriteError>(
  toError: (error: unknown) => WriteError,
  onSettled: () => Promise<unknown>,
): WriteState<WriteError> {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setWriteError] = useState<WriteError | null>(null);
  return {
    isBusy,
    error: trouble,
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

"use client";

import { useState } from "react";

export interface Writing<Trouble> {
  readonly isBusy: boolean;
  /** Why the last write did not happen. */
  readonly trouble: Trouble | null;
  readonly forgetTrouble: () => void;
  /** True when the write was confirmed. */
  readonly write: (act: () => Promise<unknown>) => Promise<boolean>;
}

/** Writes, and has what shows it read again by `then` whether or not it succeeded: a failure is told and nothing is lost. */
export function useWriting<Trouble>(
  toTrouble: (error: unknown) => Trouble,
  then: () => Promise<unknown>,
): Writing<Trouble> {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  return {
    isBusy,
    trouble,
    forgetTrouble: () => setTrouble(null),
    write: async (act) => {
      setBusy(true);
      setTrouble(null);
      try {
        await act();
        return true;
      } catch (error) {
        setTrouble(() => toTrouble(error));
        return false;
      } finally {
        setBusy(false);
        await then();
      }
    },
  };
}

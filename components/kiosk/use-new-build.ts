"use client";

import { useEffect, useEffectEvent } from "react";

export interface RunningBuild {
  /** Null where the server runs from its sources. */
  readonly build: string | null;
  readonly ready: boolean;
}

interface NewBuild {
  /** The build that made this page; null where it was none. */
  readonly own: string | null;
  /** Asks the server. */
  readonly read: (signal: AbortSignal) => Promise<RunningBuild>;
  readonly everyMs: number;
  readonly onNew: () => void;
}

/** So many answers one after the other, all of another build: while replicas are replaced, the old ones still answer. */
export const sureAfter = 3;

/** Tells when the server has been replaced by another build: a page that is open for weeks would stay the old one. */
export function useNewBuild({ own, read, everyMs, onNew }: NewBuild): void {
  const ask = useEffectEvent(read);
  const tell = useEffectEvent(onNew);
  useEffect(() => {
    if (own === null) return undefined;
    // The outside systems are the clock and our server.
    const ended = new AbortController();
    let others = 0;
    const look = async (): Promise<void> => {
      const running = await ask(ended.signal).catch(() => null);
      // One that does not answer, or is not ready, is nothing to change to.
      const isOther = running?.ready === true && running.build !== null && running.build !== own;
      others = isOther ? others + 1 : 0;
      if (others >= sureAfter && !ended.signal.aborted) tell();
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [own, everyMs]);
}

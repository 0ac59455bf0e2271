"use client";

import { useEffect, useEffectEvent } from "react";

export interface RunningBuild {
  /** Null where the server runs from its sources. */
  readonly build: string | null;
  readonly ready: boolean;
}

interface NewBuildOptions {
  /** The build that made this page; null where it was none. */
  readonly currentBuild: string | null;
  /** Asks the server. */
  readonly read: (signal: AbortSignal) => Promise<RunningBuild>;
  readonly everyMs: number;
  readonly onNew: () => void;
}

/** So many answers one after the other, all of another build: while replicas are replaced, the old ones still answer. */
export const requiredResponses = 3;

/** Tells when the server has been replaced by another build: a page that is open for weeks would stay the old one. */
export function useNewBuild({ currentBuild, read, everyMs, onNew }: NewBuildOptions): void {
  const readBuild = useEffectEvent(read);
  const notify = useEffectEvent(onNew);
  useEffect(() => {
    if (currentBuild === null) return undefined;
    // The outside systems are the clock and our server.
    const abort = new AbortController();
    let otherBuildCount = 0;
    const check = async (): Promise<void> => {
      const running = await readBuild(abort.signal).catch(() => null);
      // One that does not answer, or is not ready, is nothing to change to.
      const isOther = running?.ready === true && running.build !== null && running.build !== currentBuild;
      otherBuildCount = isOther ? otherBuildCount + 1 : 0;
      if (otherBuildCount >= requiredResponses && !abort.signal.aborted) notify();
    };
    const timer = setInterval(() => void check(), everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [currentBuild, everyMs]);
}

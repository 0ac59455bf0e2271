"use client";

import { useEffect, useEffectEvent } from "react";

/** Build id of the server, and whether it is ready to serve. */
export interface RunningBuild {
  /** Build id. Null in development. */
  readonly build: string | null;
  readonly ready: boolean;
}

interface NewBuildOptions {
  /** Build id of this page. Null in development. */
  readonly currentBuild: string | null;
  /** Queries the server. */
  readonly read: (signal: AbortSignal) => Promise<RunningBuild>;
  readonly checkIntervalMs: number;
  readonly onNewBuild: () => void;
}

/**
 * Number of consecutive responses from a new build before it is reported, because old replicas still respond
 * during a rollout.
 */
export const requiredResponseCount = 3;

/** Calls `onNewBuild` when the server runs a new build, so that a page that is open for weeks can reload. */
export function useNewBuild({ currentBuild, read, checkIntervalMs, onNewBuild }: NewBuildOptions): void {
  const readBuild = useEffectEvent(read);
  const notify = useEffectEvent(onNewBuild);
  useEffect(() => {
    if (currentBuild === null) return undefined;
    // Synchronises with the clock and the server.
    const abort = new AbortController();
    let otherBuildCount = 0;
    const check = async (): Promise<void> => {
      const running = await readBuild(abort.signal).catch(() => null);
      // Ignores servers that do not respond or are not ready.
      const isOther = running?.ready === true && running.build !== null && running.build !== currentBuild;
      otherBuildCount = isOther ? otherBuildCount + 1 : 0;
      if (otherBuildCount >= requiredResponseCount && !abort.signal.aborted) notify();
    };
    const timer = setInterval(() => void check(), checkIntervalMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [currentBuild, checkIntervalMs]);
}

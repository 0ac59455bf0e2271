"use client";

import { useEffect, useMemo, useState } from "react";
import type { Answer } from "@/lib/model/answer";
import type { SignalRelation } from "@/lib/analysis/statistics/series/signal-relation";
import { createPair, type CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";
import { computeRelation } from "./relate";

/** Returns the pair of both answers. It is the same object as long as the answers are unchanged. */
export function usePair(answerX: Answer | null, answerY: Answer | null): CorrelatedPair | null {
  return useMemo(
    () => (answerX === null || answerY === null ? null : createPair(answerX, answerY)),
    [answerX, answerY],
  );
}

/** Pair of signals with their correlation. */
export interface PairRelation {
  readonly pair: CorrelatedPair;
  readonly relation: SignalRelation;
}

/**
 * Computes the correlation of a pair in the background. The previous result is returned until then. Null
 * before the first.
 */
export function useRelation(pair: CorrelatedPair | null): PairRelation | null {
  const [latest, setLatest] = useState<PairRelation | null>(null);
  useEffect(() => {
    if (pair === null) return undefined;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Yields to the browser before each chunk.
    const pause = async (): Promise<"continue" | "end"> => {
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 0);
      });
      return isCancelled ? "end" : "continue";
    };
    const run = async (): Promise<void> => {
      const relation = await computeRelation(pair, { nowMs: () => performance.now(), pause });
      if (relation !== undefined && !isCancelled) setLatest({ pair, relation });
    };
    void run();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [pair]);
  return pair === null ? null : latest;
}

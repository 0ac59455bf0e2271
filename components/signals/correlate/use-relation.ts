"use client";

import { useEffect, useMemo, useState } from "react";
import type { Answer } from "@/lib/model/answer";
import { createPair, type Pair } from "./pair";
import { relate, type Relation } from "./relate";

/** The same pair as long as both answers are the same. */
export function usePair(answerX: Answer | null, answerY: Answer | null): Pair | null {
  return useMemo(
    () => (answerX === null || answerY === null ? null : createPair(answerX, answerY)),
    [answerX, answerY],
  );
}

export interface PairRelation {
  readonly pair: Pair;
  readonly relation: Relation;
}

/** The relation of a pair, computed between other work of the page; the one before stays until then. Null before the first. */
export function useRelation(pair: Pair | null): PairRelation | null {
  const [latest, setLatest] = useState<PairRelation | null>(null);
  useEffect(() => {
    if (pair === null) return undefined;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The outside system is the page's own time: each slice waits until it is free.
    const pause = async (): Promise<"continue" | "end"> => {
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 0);
      });
      return isCancelled ? "end" : "continue";
    };
    const run = async (): Promise<void> => {
      const relation = await relate(pair, { nowMs: () => performance.now(), pause });
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

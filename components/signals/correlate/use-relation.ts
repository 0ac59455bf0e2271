"use client";

import { useEffect, useMemo, useState } from "react";
import type { Answer } from "@/lib/model/answer";
import { pairUp, type Pair } from "./pair";
import { relate, type Relation } from "./relate";

/** The same pair as long as both answers are the same. */
export function usePair(left: Answer | null, right: Answer | null): Pair | null {
  return useMemo(() => (left === null || right === null ? null : pairUp(left, right)), [left, right]);
}

export interface RelationOf {
  readonly pair: Pair;
  readonly relation: Relation;
}

/** The relation of a pair, computed between other work of the page; the one before stays until then. Null before the first. */
export function useRelation(pair: Pair | null): RelationOf | null {
  const [held, setHeld] = useState<RelationOf | null>(null);
  useEffect(() => {
    if (pair === null) return undefined;
    let isEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The outside system is the page's own time: each slice waits until it is free.
    const pause = async (): Promise<"go-on" | "end"> => {
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 0);
      });
      return isEnded ? "end" : "go-on";
    };
    const run = async (): Promise<void> => {
      const relation = await relate(pair, { nowMs: () => performance.now(), pause });
      if (relation !== undefined && !isEnded) setHeld({ pair, relation });
    };
    void run();
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, [pair]);
  return pair === null ? null : held;
}

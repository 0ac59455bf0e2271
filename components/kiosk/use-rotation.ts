"use client";

import { useEffect, useEffectEvent, useState } from "react";

interface Rotation {
  readonly count: number;
  readonly turnMs: number;
  /** Called with every turn, also where only one page turns into itself. */
  readonly onTurn: () => void;
}

/** Which of `count` pages has its turn. While the tab is hidden a page stays: what nobody sees need not be built. */
export function useRotation({ count, turnMs, onTurn }: Rotation): number {
  const [turn, setTurn] = useState(0);
  const notifyTurn = useEffectEvent(onTurn);
  useEffect(() => {
    // The outside system is the clock.
    const timer = setInterval(() => {
      if (document.hidden) return;
      setTurn((before) => before + 1);
      notifyTurn();
    }, turnMs);
    return () => clearInterval(timer);
  }, [turnMs]);
  return turn % count;
}

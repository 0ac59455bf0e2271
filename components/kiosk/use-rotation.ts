"use client";

import { useEffect, useEffectEvent, useState } from "react";

interface Rotation {
  readonly count: number;
  readonly turnMs: number;
  /** Called at every turn, even if there is only one page. */
  readonly onTurn: () => void;
}

/** Returns the index of the current page. The rotation pauses while the tab is hidden. */
export function useRotation({ count, turnMs, onTurn }: Rotation): number {
  const [turn, setTurn] = useState(0);
  const notifyTurn = useEffectEvent(onTurn);
  useEffect(() => {
    // Synchronises with the clock.
    const timer = setInterval(() => {
      if (document.hidden) return;
      setTurn((before) => before + 1);
      notifyTurn();
    }, turnMs);
    return () => clearInterval(timer);
  }, [turnMs]);
  return turn % count;
}

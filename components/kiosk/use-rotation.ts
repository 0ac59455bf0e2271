"use client";

import { useEffect, useEffectEvent, useState } from "react";

interface RotationOptions {
  readonly pageCount: number;
  readonly rotationIntervalMs: number;
  /** Called at every turn, even if there is only one page. */
  readonly onPageChange: () => void;
}

/** Returns the index of the current page. The rotation pauses while the tab is hidden. */
export function useRotation({ pageCount, rotationIntervalMs, onPageChange }: RotationOptions): number {
  const [turn, setTurn] = useState(0);
  const notifyTurn = useEffectEvent(onPageChange);
  useEffect(() => {
    // Synchronises with the clock.
    const timer = setInterval(() => {
      if (document.hidden) return;
      setTurn((before) => before + 1);
      notifyTurn();
    }, rotationIntervalMs);
    return () => clearInterval(timer);
  }, [rotationIntervalMs]);
  return turn % pageCount;
}

"use client";

import { useState } from "react";

const maxPicked = 2;

/**
 * Manages the traces that are selected for a comparison, oldest selection first. Selecting a third one deselects the
 * first.
 */
export function useSelectedTraces() {
  const [picked, setPicked] = useState<readonly string[]>([]);
  return {
    picked,
    toggle: (traceId: string) =>
      setPicked((before) =>
        before.includes(traceId)
          ? before.filter((one) => one !== traceId)
          : [...before, traceId].slice(-maxPicked),
      ),
  };
}

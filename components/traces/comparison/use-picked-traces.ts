"use client";

import { useState } from "react";

const maxPicked = 2;

/** The traces ticked for a comparison, oldest tick first: two at most, a third takes the place of the first. */
export function usePickedTraces() {
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

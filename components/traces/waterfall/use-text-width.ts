"use client";

import { useLayoutEffect, useMemo, useState, type RefObject } from "react";

/** Used if the browser cannot measure text. */
const defaultCharacterPx = 7;

let shared: CanvasRenderingContext2D | null | undefined;

/**
 * Returns a function that measures text in the font of an element. All digits count as "0", so that the width does
 * not change with the value.
 */
export function useTextWidth(container: RefObject<HTMLElement | null>): (text: string) => number {
  const [font, setFont] = useState("");
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    const read = (): void => setFont(getComputedStyle(element).font);
    read();
  }, [container]);
  return useMemo(
    () => (text) => {
      if (shared === undefined) shared = document.createElement("canvas").getContext("2d");
      if (shared === null) return text.length * defaultCharacterPx;
      shared.font = font;
      return shared.measureText(text.replaceAll(/\d/g, "0")).width;
    },
    [font],
  );
}

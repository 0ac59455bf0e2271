"use client";

import { useLayoutEffect, useMemo, useState, type RefObject } from "react";

/** Where a browser cannot say. */
const defaultCharacterPx = 7;

let shared: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in the type of an element, once that is there; digits are as wide as the widest. */
export function useTextWidth(of: RefObject<HTMLElement | null>): (text: string) => number {
  const [font, setFont] = useState("");
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const read = (): void => setFont(getComputedStyle(element).font);
    read();
  }, [of]);
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

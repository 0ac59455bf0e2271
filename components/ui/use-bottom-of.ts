"use client";

import { useSyncExternalStore } from "react";

/**
 * Returns how far below the top of the viewport the element with this id ends, in pixels. Follows scrolling and changes
 * of the page, such as a banner that is closed. Null without the element.
 */
export function useBottomOf(id: string): number | null {
  return useSyncExternalStore(
    subscribe,
    () => {
      const bottom = document.getElementById(id)?.getBoundingClientRect().bottom;
      return bottom === undefined ? null : Math.max(0, Math.round(bottom));
    },
    () => null,
  );
}

function subscribe(onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  observer.observe(document.body);
  globalThis.addEventListener("scroll", onChange, { passive: true });
  globalThis.addEventListener("resize", onChange);
  return () => {
    observer.disconnect();
    globalThis.removeEventListener("scroll", onChange);
    globalThis.removeEventListener("resize", onChange);
  };
}

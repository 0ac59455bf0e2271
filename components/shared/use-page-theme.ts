"use client";

import { useSyncExternalStore } from "react";

/**
 * Name of the theme that the page stands in. What is painted asks the page itself: the library that keeps the choice writes it on
 * the page only after whoever follows the choice was told.
 */
export function usePageTheme(): string {
  return useSyncExternalStore(watch, present, unknown);
}

const present = (): string => document.documentElement.dataset["theme"] ?? "";
const unknown = (): string => "";

function watch(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

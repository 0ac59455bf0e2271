"use client";

import { useSyncExternalStore } from "react";

/**
 * Returns the name of the page's current theme. Reads it from the document, because the theme library updates the
 * document after its subscribers.
 */
export function usePageTheme(): string {
  return useSyncExternalStore(watchTheme, present, unknown);
}

const present = (): string => document.documentElement.dataset["theme"] ?? "";
const unknown = (): string => "";

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

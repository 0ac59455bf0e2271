import { useSyncExternalStore } from "react";

/** Below this width pages have no navigation rail. */
const narrow = "(width < 48rem)";

function watchWidth(onChange: () => void): () => void {
  const query = globalThis.matchMedia?.(narrow);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
}

/** Returns whether the page has the width of a phone. Always false on the server. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => globalThis.matchMedia?.(narrow)?.matches ?? false,
    () => false,
  );
}

import { useSyncExternalStore } from "react";

/** Below the width from which pages have a rail. */
const narrow = "(width < 48rem)";

function watch(onChange: () => void): () => void {
  const query = globalThis.matchMedia?.(narrow);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
}

/** Whether the page is a phone's; on the server it is not. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => globalThis.matchMedia?.(narrow)?.matches ?? false,
    () => false,
  );
}

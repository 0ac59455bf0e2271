"use client";

import { useEffect, useState } from "react";

/** Long enough to avoid a request per typed letter. */
const defaultDelayMs = 400;

/** Returns `value` after it has been unchanged for a moment. `value` must be JSON-serialisable. */
export function useDebounced<T>(value: T, delayMs = defaultDelayMs): T {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(text) as T), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}

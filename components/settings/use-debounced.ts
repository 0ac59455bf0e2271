"use client";

import { useEffect, useState } from "react";

/** Long enough that a word being typed is not asked for letter by letter. */
const delayMs = 400;

/** `value`, plain data, once it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    // Typing is outside; the server is asked when it rests.
    const timer = setTimeout(() => setDebounced(JSON.parse(text) as T), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

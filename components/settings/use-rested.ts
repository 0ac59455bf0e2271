"use client";

import { useEffect, useState } from "react";

/** Long enough that a word being typed is not asked for letter by letter. */
const restMs = 400;

/** `value`, plain data, once it has not changed for a moment. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    // Typing is outside; the server is asked when it rests.
    const timer = setTimeout(() => setRested(JSON.parse(text) as T), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

"use client";

import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { waitForPrintedContent } from "./wait-for-printed-content";

interface Printing {
  /** True while the page reads its complete record, including the parts that are not in view. */
  readonly isReading: boolean;
  readonly print: () => void;
}

const PrintingContext = createContext<Printing>({ isReading: false, print: () => undefined });

/** Returns whether the complete record is being read for paper, and the function that prints it. */
export function usePrinting(): Printing {
  return useContext(PrintingContext);
}

/**
 * Reads the complete record before the browser prints the page. Otherwise, paper would show only the parts that were
 * in view.
 */
export function PrintingProvider({ children }: { readonly children: ReactNode }) {
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    if (!isReading) return undefined;
    const waiting = new AbortController();
    void waitForPrintedContent(document.body, waiting.signal).then(() => {
      if (waiting.signal.aborted) return;
      window.print();
      setReading(false);
    });
    return () => waiting.abort();
  }, [isReading]);
  return <PrintingContext value={{ isReading, print: () => setReading(true) }}>{children}</PrintingContext>;
}

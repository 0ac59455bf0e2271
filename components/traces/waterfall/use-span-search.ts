"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { SpanColumns } from "@/lib/client/trace-view";
import { findSpans, findNextMatch, type LoadedSpanTexts } from "./find-spans";
import type { SpanSearch } from "./toolbar";
import type { SpanTree } from "./use-waterfall";

interface SpanSearchControl {
  readonly search: SpanSearch;
  readonly isMatch: (row: number) => boolean;
  /** Adds the loaded text of a span to the search. */
  readonly onRead: (row: number, text: string) => void;
}

/** Searches spans by text and selects matches. */
export function useSpanSearch(
  spans: SpanColumns,
  { tree, scrollTo }: { readonly tree: SpanTree; readonly scrollTo: (rowIndex: number) => void },
): SpanSearchControl {
  const [text, onText] = useState("");
  const [loadedTexts, setLoadedTexts] = useState<LoadedSpanTexts>(new Map());
  const deferredText = useDeferredValue(text);
  const found = useMemo(
    () => findSpans(spans, deferredText, loadedTexts),
    [spans, deferredText, loadedTexts],
  );
  const set = useMemo(() => new Set(found), [found]);
  const onRead = useCallback((row: number, spanText: string): void => {
    setLoadedTexts((before) => (before.get(row) === spanText ? before : new Map(before).set(row, spanText)));
  }, []);
  const onStep = (step: 1 | -1): void => {
    const to = findNextMatch(found, tree.selectedRowCode, step);
    if (to >= 0) scrollTo(tree.reveal(to));
  };
  return {
    search: { text, matches: found, matchNumber: found.indexOf(tree.selectedRowCode) + 1, onText, onStep },
    isMatch: (row) => set.has(row),
    onRead,
  };
}

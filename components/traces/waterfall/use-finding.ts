"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { SpanColumns } from "@/lib/client/trace-view";
import { findSpans, nextFound, type ReadTexts } from "./find-spans";
import type { Finding } from "./toolbar";
import type { SpanTree } from "./use-waterfall";

interface FindingDoor {
  readonly finding: Finding;
  readonly isFound: (row: number) => boolean;
  /** What a span that was looked at says of itself, to be searched from now on. */
  readonly onRead: (row: number, text: string) => void;
}

export function useFinding(
  spans: SpanColumns,
  { tree, scrollTo }: { readonly tree: SpanTree; readonly scrollTo: (place: number) => void },
): FindingDoor {
  const [text, onText] = useState("");
  const [read, setRead] = useState<ReadTexts>(new Map());
  const asked = useDeferredValue(text);
  const found = useMemo(() => findSpans(spans, asked, read), [spans, asked, read]);
  const set = useMemo(() => new Set(found), [found]);
  const onRead = useCallback((row: number, said: string): void => {
    setRead((before) => (before.get(row) === said ? before : new Map(before).set(row, said)));
  }, []);
  const onStep = (step: 1 | -1): void => {
    const to = nextFound(found, tree.selected, step);
    if (to >= 0) scrollTo(tree.reveal(to));
  };
  return {
    finding: { text, found, at: found.indexOf(tree.selected) + 1, onText, onStep },
    isFound: (row) => set.has(row),
    onRead,
  };
}

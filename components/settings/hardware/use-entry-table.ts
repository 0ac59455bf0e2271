"use client";

import { useState } from "react";
import { toSentence } from "@/lib/format/sentence";
import { useWrite } from "@/components/shared/use-write";

/** The open panel of a table: a form for a new entry, a form for an existing entry, or its versions. */
export type OpenPanel =
  | { readonly kind: "new" }
  | { readonly kind: "change"; readonly id: string }
  | { readonly kind: "versions"; readonly id: string }
  | null;

/** State of a table: filter, open panel, and writes. */
export function useEntryTable(onWritten: () => Promise<unknown>) {
  const [filterText, setFilterText] = useState("");
  const [openPanel, setOpenPanel] = useState<OpenPanel>(null);
  const writing = useWrite(
    (error) => toSentence(error instanceof Error ? error.message : "unknown"),
    onWritten,
  );
  const matches = (...texts: readonly string[]): boolean =>
    texts.some((text) => text.toLowerCase().includes(filterText.trim().toLowerCase()));
  return {
    sought: filterText,
    setSought: setFilterText,
    opened: openPanel,
    setOpened: setOpenPanel,
    matches,
    ...writing,
  };
}

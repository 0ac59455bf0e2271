"use client";

import { useState } from "react";
import { toSentence } from "@/lib/format/sentence";
import { useWrite } from "@/components/shared/use-write";

/** What stands open at a table: a form for a new row, one for a row that is changed, or a row's versions. */
export type OpenPanel =
  | { readonly kind: "new" }
  | { readonly kind: "change"; readonly id: string }
  | { readonly kind: "versions"; readonly id: string }
  | null;

/** Finding, opening and retiring rows. */
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

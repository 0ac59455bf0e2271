"use client";

import { useState } from "react";
import { toSentence } from "@/lib/format/sentence";
import { useWriting } from "@/components/shared/use-writing";

/** What stands open at a table: a form for a new row, one for a row that is changed, or a row's versions. */
export type Opened =
  | { readonly kind: "new" }
  | { readonly kind: "change"; readonly id: string }
  | { readonly kind: "versions"; readonly id: string }
  | null;

/** Finding, opening and retiring rows. */
export function useTable(onWritten: () => Promise<unknown>) {
  const [sought, setSought] = useState("");
  const [opened, setOpened] = useState<Opened>(null);
  const writing = useWriting(
    (error) => toSentence(error instanceof Error ? error.message : "unknown"),
    onWritten,
  );
  const matches = (...texts: readonly string[]): boolean =>
    texts.some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
  return { sought, setSought, opened, setOpened, matches, ...writing };
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useOpenForm } from "@/components/shared/forms/leave-form";

/** The open panel of a table: a form for a new entry, a form for an existing entry, or its versions. */
export type OpenPanel =
  | { readonly kind: "new" }
  | { readonly kind: "change"; readonly id: string }
  | { readonly kind: "versions"; readonly id: string }
  | null;

/** Writes a new version based on the version that the user saw. */
export type EditEntry = (
  id: string,
  version: number,
  change: { readonly isRetired: boolean } | { readonly restoreVersion: number },
) => Promise<unknown>;

/** Holds the state of the table of GPUs or models: its filter, its open panel, and its writes. */
export function useEntryTable(edit: EditEntry, onWritten: () => Promise<unknown>) {
  const [filterText, setFilterText] = useState("");
  const [openPanel, setOpenPanel] = useState<OpenPanel>(null);
  const {
    mutate: write,
    isPending: isBusy,
    error,
  } = useMutation({ mutationFn: (change: Parameters<EditEntry>) => edit(...change), onSettled: onWritten });
  const { registerForm, leaveForm } = useOpenForm();
  const matches = (...texts: readonly string[]): boolean =>
    texts.some((text) => text.toLowerCase().includes(filterText.trim().toLowerCase()));
  return {
    sought: filterText,
    setSought: setFilterText,
    opened: openPanel,
    setOpened: setOpenPanel,
    /** Opens a panel unless the user continues to edit the open form. */
    open: (panel: OpenPanel): void => leaveForm(() => setOpenPanel(panel)),
    registerForm,
    matches,
    write,
    isBusy,
    error,
  };
}

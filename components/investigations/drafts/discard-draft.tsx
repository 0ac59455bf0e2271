"use client";

import { Button } from "@/components/ui/button";
import type { Draft } from "./use-draft";

interface DiscardDraftProps {
  readonly draft: Draft;
  /** Called when the server has deleted the draft. */
  readonly onDiscard: () => void;
}

/** The button that discards the unsaved input of a form. */
export function DiscardDraft({ draft, onDiscard }: DiscardDraftProps) {
  const discard = async (): Promise<void> => {
    if (await draft.deleteStoredDraft()) onDiscard();
  };
  if (draft.state === "none" || draft.state === "reading") return null;
  return (
    <Button variant="ghost" disabled={draft.state === "removing"} onClick={() => void discard()}>
      Discard draft
    </Button>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { EditedCommentForm } from "./comment-form";
import { ManualEntryForm } from "./manual-entry-form";
import { pinTimelineEntry } from "../record-requests";
import { investigationKey } from "../investigation-requests";

interface EntryActionsProps {
  readonly number: number;
  readonly entry: TimelineEntry;
  readonly asOfMs: number;
  readonly canPin: boolean;
}

/** Pins an entry of the timeline, and edits a text of the person. */
export function EntryActions({ number, entry, asOfMs, canPin }: EntryActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const queries = useQueryClient();
  const pin = useMutation({
    mutationFn: (isPinned: boolean) => pinTimelineEntry(number, entry.id, isPinned),
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
  const close = (): void => setEditing(false);
  const { payload } = entry;
  if (isEditing && payload.kind === "comment")
    return (
      <EditedCommentForm
        number={number}
        edited={{ ...entry, text: payload.text, mentions: payload.mentions }}
        onClose={close}
      />
    );
  if (isEditing && payload.kind === "manual")
    return (
      <ManualEntryForm
        number={number}
        edited={{ ...entry, text: payload.text }}
        asOfMs={asOfMs}
        onClose={close}
      />
    );
  if (!canPin && !entry.canEdit) return null;
  return (
    <>
      <div className="absolute top-1 right-0 flex gap-1 bg-paper opacity-0 transition-opacity duration-100 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 touch:static touch:pt-1 touch:opacity-100 print:hidden">
        {canPin && (
          <Button
            size="sm"
            variant={entry.isPinned ? "selected" : "ghost"}
            aria-pressed={entry.isPinned}
            disabled={pin.isPending}
            onClick={() => pin.mutate(!entry.isPinned)}
          >
            Pin
          </Button>
        )}
        {entry.canEdit && (
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      <WriteError error={pin.error} />
    </>
  );
}

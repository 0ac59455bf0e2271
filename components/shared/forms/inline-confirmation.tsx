"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface ActionQuestionProps {
  /** Accessible name, such as “Remove Ada Lovelace”. */
  readonly label: string;
  /** Text of the button that runs the action, such as “Remove person”. */
  readonly action: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Consequence of the action. */
  readonly children: ReactNode;
}

/** Question in a list, below an entry, before an action that cannot be undone. */
export function InlineConfirmation({
  label,
  action,
  isPending,
  onConfirm,
  onCancel,
  children,
}: ActionQuestionProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2 pt-2 text-xs">
      <span>{children}</span>
      <Button size="sm" variant="selected" disabled={isPending} onClick={onConfirm}>
        {action}
      </Button>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

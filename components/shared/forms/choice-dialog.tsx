"use client";

import type { ReactNode } from "react";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

interface ChoiceDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly details?: ReactNode;
  /** Buttons. The first one is safe. */
  readonly children: ReactNode;
}

/** A dialog with a decision of the user. Escape closes it without a decision. */
export function ChoiceDialog({ title, onClose, details, children }: ChoiceDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="flex flex-col gap-3 p-4 text-sm">
        <DialogTitle className="text-md font-semibold">{isolateDirection(title)}</DialogTitle>
        {details}
        <div className="flex flex-wrap gap-2">{children}</div>
      </DialogContent>
    </Dialog>
  );
}

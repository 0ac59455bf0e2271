"use client";

import { shortcuts } from "@/lib/client/shortcuts";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function KeyboardHelp({ isOpen, onOpenChange }: KeyboardHelpProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="p-5">
        <DialogTitle className="mb-3 text-lg font-semibold">Keyboard</DialogTitle>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {shortcuts.map((shortcut) => (
            <div key={shortcut.id} className="contents">
              <dt>{shortcut.does}</dt>
              <dd className="flex gap-1">
                {shortcut.shown.map((key) => (
                  <kbd
                    key={key}
                    className="rounded-sm border border-rule-strong bg-well px-1.5 font-mono text-2xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
          <dt>Move the cursor in a chart that has the focus</dt>
          <dd className="flex gap-1">
            {["←", "→"].map((key) => (
              <kbd
                key={key}
                className="rounded-sm border border-rule-strong bg-well px-1.5 font-mono text-2xs"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </dl>
      </DialogContent>
    </Dialog>
  );
}

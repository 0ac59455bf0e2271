"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { useRef, type ReactNode } from "react";
import { cn } from "./cn";

interface SidePanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

export const SidePanelTitle = Base.Title;
export const SidePanelClose = Base.Close;

/** A panel at the right edge, beside a page that stays in use: it holds no focus back and closes by Escape or its own button. */
export function SidePanel({ isOpen, onClose, className, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      modal={false}
      disablePointerDismissal
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Popup
          // A field that took the focus when it appeared keeps it.
          initialFocus={() => !popup.current?.contains(document.activeElement)}
          ref={popup}
          className={cn(
            "fixed top-11 right-0 bottom-0 z-30 w-[min(380px,100vw)] overflow-auto border-l border-rule bg-sheet text-sm text-ink outline-none",
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { useRef, type ReactNode } from "react";
import { cn } from "./cn";
import { useBottomOf } from "./use-bottom-of";

interface SidePanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Names the panel for screen readers. */
export const SidePanelTitle = Base.Title;
/** Button that closes the panel. */
export const SidePanelClose = Base.Close;

/**
 * Panel at the right edge, below the top bar and above the page, which keeps its layout. The page stays usable: the panel
 * does not trap the focus and closes with Escape or its button.
 */
export function SidePanel({ isOpen, onClose, className, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  const topPx = useBottomOf("shell-header");
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
          // Keeps the focus on a field that took it when it appeared.
          initialFocus={() => !popup.current?.contains(document.activeElement)}
          ref={popup}
          style={topPx === null ? {} : { top: topPx }}
          className={cn(
            "fixed top-11 right-0 bottom-0 z-30 w-[min(380px,100vw)] overflow-auto border-l border-rule bg-sheet shadow-overlay text-sm text-ink outline-none",
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

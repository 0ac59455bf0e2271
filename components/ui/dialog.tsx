"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Root of a modal dialog, which holds its open state. */
export const Dialog = Base.Root;
/** Names the dialog for screen readers. Every dialog has one. */
export const DialogTitle = Base.Title;

/** The panel of the dialog with its backdrop. */
export function DialogContent({ className, ...rest }: ComponentProps<typeof Base.Popup>) {
  return (
    <Base.Portal>
      <Base.Backdrop className="fixed inset-0 z-40 bg-ink/20" />
      <Base.Popup
        className={cn(
          "fixed top-[12vh] left-1/2 z-50 max-h-[76vh] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 overflow-auto rounded bg-sheet text-ink shadow-overlay outline-none",
          className,
        )}
        {...rest}
      />
    </Base.Portal>
  );
}

"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Dialog = Base.Root;
export const DialogTitle = Base.Title;

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

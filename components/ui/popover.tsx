"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Root of a popover, which holds its open state. */
export const Popover = Base.Root;
/** Button that opens the popover. */
export const PopoverTrigger = Base.Trigger;
/** Names the popover for screen readers. */
export const PopoverTitle = Base.Title;

interface PopoverContentProps extends ComponentProps<typeof Base.Popup> {
  readonly align?: "start" | "center" | "end";
}

/** The panel of the popover. */
export function PopoverContent({ className, align = "start", ...rest }: PopoverContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align={align} className="z-40">
        <Base.Popup
          className={cn(
            "max-h-[70vh] overflow-auto rounded bg-sheet p-3 text-sm text-ink shadow-overlay outline-none",
            className,
          )}
          {...rest}
        />
      </Base.Positioner>
    </Base.Portal>
  );
}

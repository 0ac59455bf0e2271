"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export const Menu = Base.Root;
export const MenuTrigger = Base.Trigger;

export function MenuContent({ className, ...rest }: ComponentProps<typeof Base.Popup>) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align="start" className="z-40">
        <Base.Popup
          className={cn(
            "max-h-[60vh] min-w-44 overflow-auto rounded bg-sheet py-1 text-sm shadow-overlay outline-none",
            className,
          )}
          {...rest}
        />
      </Base.Positioner>
    </Base.Portal>
  );
}

interface MenuChoiceProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One of several, of which one is chosen. */
export function MenuChoice({ chosen, onChoose, children }: MenuChoiceProps) {
  return (
    <Base.CheckboxItem
      checked={chosen}
      onCheckedChange={onChoose}
      closeOnClick
      className="flex h-7 cursor-default items-center gap-2 px-3 outline-none data-highlighted:bg-hover"
    >
      <span className="flex w-3.5 justify-center">
        {chosen && <Check aria-hidden className="size-3.5" />}
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

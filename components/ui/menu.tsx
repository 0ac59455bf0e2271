"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** Root of a menu, which holds its open state. */
export const Menu = Base.Root;
/** Button that opens the menu. */
export const MenuTrigger = Base.Trigger;

interface MenuContentProps extends ComponentProps<typeof Base.Popup> {
  /** Edge of the menu that is aligned with the trigger. Default: "start". */
  readonly align?: "start" | "end";
}

/** The panel of the menu. */
export function MenuContent({ className, align = "start", ...rest }: MenuContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align={align} className="z-40">
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
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A selectable option of a menu. */
export function MenuChoice({ isChosen, onChoose, children }: MenuChoiceProps) {
  return (
    <Base.CheckboxItem
      checked={isChosen}
      onCheckedChange={onChoose}
      closeOnClick
      className="flex h-7 cursor-default items-center gap-2 px-3 outline-none data-highlighted:bg-hover"
    >
      <span className="flex w-3.5 justify-center">
        {isChosen && <Check aria-hidden className="size-3.5" />}
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

interface MenuActionProps {
  readonly isDisabled?: boolean;
  readonly onAct: () => void;
  readonly children: ReactNode;
}

/** A menu item that runs an action. */
export function MenuAction({ isDisabled = false, onAct, children }: MenuActionProps) {
  return (
    <Base.Item
      disabled={isDisabled}
      onClick={onAct}
      className="flex h-7 cursor-default items-center px-3 outline-none data-disabled:opacity-50 data-highlighted:bg-hover"
    >
      {children}
    </Base.Item>
  );
}

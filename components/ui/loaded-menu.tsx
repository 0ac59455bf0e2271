"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import { restoreFocus, type TriggerProps } from "./lazy-part";
import { Menu, MenuChoice, MenuContent, MenuTrigger } from "./menu";

/** An option of a menu. */
export interface MenuOption {
  readonly key: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

interface LoadedMenuProps {
  readonly triggerProps: TriggerProps;
  readonly options: readonly MenuOption[];
  readonly note?: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Menu button and menu, used after the first opening. */
export function LoadedMenu({ triggerProps, options, note, isOpen, onOpenChange }: LoadedMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => restoreFocus(trigger.current), []);
  return (
    <Menu open={isOpen} onOpenChange={onOpenChange}>
      <MenuTrigger
        ref={trigger}
        className={triggerProps.className}
        aria-label={triggerProps.label}
        title={triggerProps.title}
      >
        {triggerProps.children}
      </MenuTrigger>
      <MenuContent>
        {options.map(({ key, isChosen, onChoose, children }) => (
          <MenuChoice key={key} isChosen={isChosen} onChoose={onChoose}>
            {children}
          </MenuChoice>
        ))}
        {note}
      </MenuContent>
    </Menu>
  );
}

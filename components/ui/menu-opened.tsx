"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import { keepFocus, type Face } from "./first-use";
import { Menu, MenuChoice, MenuContent, MenuTrigger } from "./menu";

/** One of several, of which one is chosen. */
export interface Choice {
  readonly key: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

interface MenuOpenedProps {
  readonly face: Face;
  readonly choices: readonly Choice[];
  readonly note?: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** A menu's button and what floats, from its first opening on. */
export function MenuOpened({ face, choices, note, isOpen, onOpenChange }: MenuOpenedProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keepFocus(trigger.current), []);
  return (
    <Menu open={isOpen} onOpenChange={onOpenChange}>
      <MenuTrigger ref={trigger} className={face.className} aria-label={face.label} title={face.title}>
        {face.children}
      </MenuTrigger>
      <MenuContent>
        {choices.map(({ key, chosen, onChoose, children }) => (
          <MenuChoice key={key} chosen={chosen} onChoose={onChoose}>
            {children}
          </MenuChoice>
        ))}
        {note}
      </MenuContent>
    </Menu>
  );
}

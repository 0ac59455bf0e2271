"use client";

import { useState, type ReactNode } from "react";
import { firstUse, StandIn, useFirstUse, type Face } from "./first-use";
import type { Choice } from "./menu-opened";

interface MenuButtonProps {
  readonly face: Face;
  readonly choices: readonly Choice[];
  /** Below the choices. */
  readonly note?: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

const opened = firstUse(() => import("./menu-opened").then((module) => module.MenuOpened));

/** A button with a menu of choices; what floats comes with the first opening. */
export function MenuButton({ face, choices, note, onOpenChange }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const { part: Opened, isFailed, begin, near } = useFirstUse(opened, () => change(false));
  if (Opened === null) {
    const open = (): void => {
      change(true);
      begin();
    };
    return <StandIn face={face} opens="menu" isFailed={isFailed} onUse={open} onNear={near} />;
  }
  return <Opened face={face} choices={choices} note={note} isOpen={isOpen} onOpenChange={change} />;
}

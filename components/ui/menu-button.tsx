"use client";

import { useState, type ReactNode } from "react";
import { createLazyPart, TriggerPlaceholder, useLazyPart, type TriggerProps } from "./lazy-part";
import type { MenuOption } from "./loaded-menu";

interface MenuButtonProps {
  readonly triggerProps: TriggerProps;
  readonly options: readonly MenuOption[];
  /** Text below the options. Absent if there is none. */
  readonly note?: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

const opened = createLazyPart(() => import("./loaded-menu").then((module) => module.LoadedMenu));

/** Button with a menu of options. The menu code is loaded on first use. */
export function MenuButton({ triggerProps, options, note, onOpenChange }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const { part: Opened, isFailed, show, prefetch } = useLazyPart(opened, () => change(false));
  if (Opened === null) {
    const open = (): void => {
      change(true);
      show();
    };
    return (
      <TriggerPlaceholder
        triggerProps={triggerProps}
        popupKind="menu"
        isFailed={isFailed}
        onActivate={open}
        onPrefetch={prefetch}
      />
    );
  }
  return (
    <Opened triggerProps={triggerProps} options={options} note={note} isOpen={isOpen} onOpenChange={change} />
  );
}

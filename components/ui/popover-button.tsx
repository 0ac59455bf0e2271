"use client";

import { useState, type ReactNode } from "react";
import { firstUse, StandIn, useFirstUse, type Face, type FirstUse } from "./first-use";

interface PopoverButtonProps {
  readonly face: Face;
  /** Names what opens; without it the content does. */
  readonly heading?: string;
  readonly align?: "start" | "center" | "end";
  /** Scripts of what it holds, where those too come with the first opening. */
  readonly needs?: FirstUse<unknown>;
  /** Of what opens. */
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

const opened = firstUse(() => import("./popover-opened").then((module) => module.PopoverOpened));

/** A button with a popover; what floats comes with the first opening. */
export function PopoverButton({ face, children, needs, ...rest }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { part: Opened, isFailed, begin, near } = useFirstUse(opened, close);
  if (Opened === null) {
    const open = (): void => {
      setOpen(true);
      begin();
    };
    const nearAll = (): void => {
      near();
      void needs?.fetch().catch(() => undefined);
    };
    return <StandIn face={face} opens="dialog" isFailed={isFailed} onUse={open} onNear={nearAll} />;
  }
  return (
    <Opened {...rest} face={face} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && children(close)}
    </Opened>
  );
}

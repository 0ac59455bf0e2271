"use client";

import { useState, type ReactNode } from "react";
import { lazyPart, TriggerPlaceholder, useLazyPart, type TriggerProps, type LazyPart } from "./lazy-part";

interface PopoverButtonProps {
  readonly triggerProps: TriggerProps;
  /** Names what opens; without it the content does. */
  readonly heading?: string;
  readonly align?: "start" | "center" | "end";
  /** Scripts of what it holds, where those too come with the first opening. */
  readonly contentPart?: LazyPart<unknown>;
  /** Of what opens. */
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

const opened = lazyPart(() => import("./loaded-popover").then((module) => module.LoadedPopover));

/** A button with a popover; what floats comes with the first opening. */
export function PopoverButton({ triggerProps, children, contentPart, ...rest }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { part: Opened, isFailed, show, prefetch } = useLazyPart(opened, close);
  if (Opened === null) {
    const open = (): void => {
      setOpen(true);
      show();
    };
    const prefetchAll = (): void => {
      prefetch();
      void contentPart?.fetch().catch(() => undefined);
    };
    return (
      <TriggerPlaceholder
        triggerProps={triggerProps}
        opens="dialog"
        isFailed={isFailed}
        onActivate={open}
        onPrefetch={prefetchAll}
      />
    );
  }
  return (
    <Opened {...rest} triggerProps={triggerProps} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && children(close)}
    </Opened>
  );
}

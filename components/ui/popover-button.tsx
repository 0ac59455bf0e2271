"use client";

import { useState, type ReactNode } from "react";
import {
  createLazyPart,
  TriggerPlaceholder,
  useLazyPart,
  type TriggerProps,
  type LazyPart,
} from "./lazy-part";

interface PopoverButtonProps {
  readonly triggerProps: TriggerProps;
  /** Accessible name of the popover. If absent, the content provides it. */
  readonly heading?: string;
  readonly align?: "start" | "center" | "end";
  /** Code of the content, loaded together with the popover. Absent if the page contains this code. */
  readonly contentPart?: LazyPart<unknown>;
  /** Classes of the popover. */
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

const opened = createLazyPart(() => import("./loaded-popover").then((module) => module.LoadedPopover));

/** Button with a popover. The popover code is loaded on first use. */
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
      void contentPart?.load().catch(() => undefined);
    };
    return (
      <TriggerPlaceholder
        triggerProps={triggerProps}
        popupKind="dialog"
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

"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import { restoreFocus, type TriggerProps } from "./lazy-part";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "./popover";

interface LoadedPopoverProps {
  readonly triggerProps: TriggerProps;
  readonly heading?: string;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Popover button and popover, used after the first opening. */
export function LoadedPopover({
  triggerProps,
  heading,
  align,
  className,
  isOpen,
  onOpenChange,
  children,
}: LoadedPopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => restoreFocus(trigger.current), []);
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger
        ref={trigger}
        className={triggerProps.className}
        aria-label={triggerProps.label}
        title={triggerProps.title}
      >
        {triggerProps.children}
      </PopoverTrigger>
      <PopoverContent align={align ?? "start"} className={className}>
        {heading !== undefined && <PopoverTitle className="mb-2 font-semibold">{heading}</PopoverTitle>}
        {children}
      </PopoverContent>
    </Popover>
  );
}

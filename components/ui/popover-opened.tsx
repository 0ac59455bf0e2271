"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import { keepFocus, type Face } from "./first-use";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "./popover";

interface PopoverOpenedProps {
  readonly face: Face;
  readonly heading?: string;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A popover's button and what floats, from its first opening on. */
export function PopoverOpened({
  face,
  heading,
  align,
  className,
  isOpen,
  onOpenChange,
  children,
}: PopoverOpenedProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keepFocus(trigger.current), []);
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger ref={trigger} className={face.className} aria-label={face.label} title={face.title}>
        {face.children}
      </PopoverTrigger>
      <PopoverContent align={align ?? "start"} className={className}>
        {heading !== undefined && <PopoverTitle className="mb-2 font-semibold">{heading}</PopoverTitle>}
        {children}
      </PopoverContent>
    </Popover>
  );
}

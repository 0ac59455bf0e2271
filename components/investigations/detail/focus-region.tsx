"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface FocusRegionProps {
  /**
   * Selector of the element that receives the focus: in the list item that had it, or else in the region. Absent: the
   * region.
   */
  readonly target?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Receives the focus if the focused element inside of it is removed, such as a button of a form that was saved. The
 * browser would otherwise continue at the start of the page.
 */
export function FocusRegion({ target, className, children }: FocusRegionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Effect on the focus of the browser.
    const region = element.current;
    if (region === null) return;
    let focused: Element | null = null;
    let item: Element | null = null;
    const remember = (event: FocusEvent): void => {
      focused = event.target instanceof Element ? event.target : null;
      item = focused?.closest("li") ?? null;
    };
    // The focus that moved to another part of the page is not lost with the element that had it before.
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !region.contains(relatedTarget)) focused = null;
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      focused = null;
      const containers = item?.isConnected === true && region.contains(item) ? [item, region] : [region];
      const found = containers.map((one) =>
        target === undefined ? null : one.querySelector<HTMLElement>(target),
      );
      (found.find((one) => one !== null) ?? region).focus();
    });
    region.addEventListener("focusin", remember);
    region.addEventListener("focusout", forget);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener("focusin", remember);
      region.removeEventListener("focusout", forget);
      observer.disconnect();
    };
  }, [target]);
  return (
    <div ref={element} tabIndex={-1} className={cn("outline-none", className)}>
      {children}
    </div>
  );
}

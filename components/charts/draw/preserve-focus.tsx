"use client";

import { createContext, use, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";

interface FocusMemory {
  readonly restore: (element: HTMLElement) => void;
  readonly remember: (element: HTMLElement) => void;
}

const FocusContext = createContext<FocusMemory | null>(null);

/** Records whether the chart that was unmounted had the focus. */
function createFocusMemory(): FocusMemory {
  let hadFocus = false;
  return {
    restore: (element) => {
      if (hadFocus && document.activeElement === document.body) element.focus({ preventScroll: true });
      hadFocus = false;
    },
    remember: (element) => {
      hadFocus = document.activeElement === element;
    },
  };
}

/** Keeps the keyboard focus when one chart replaces another inside it. */
export function PreserveFocus({ children }: { readonly children: ReactNode }) {
  const [memory] = useState(createFocusMemory);
  return <FocusContext value={memory}>{children}</FocusContext>;
}

/** Focuses the new chart if the previous one had the focus and no other element has received it since. */
export function usePreservedFocus(frame: RefObject<HTMLElement | null>): void {
  const memory = use(FocusContext);
  useLayoutEffect(() => {
    const element = frame.current;
    if (memory === null || element === null) return undefined;
    memory.restore(element);
    return () => memory.remember(element);
  }, [frame, memory]);
}
